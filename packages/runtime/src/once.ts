/** Returns a function that calls `make` on its first call and returns the same value ever after. */
export function once<Made extends object | string>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
