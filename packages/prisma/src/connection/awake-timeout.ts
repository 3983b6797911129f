const stepMilliseconds = 100;

/**
 * Calls back after a time in which this process was running. On a machine without a free CPU the time that the process itself
 * had to wait does not count: the response may have arrived long ago. Returns what cancels it.
 */
export function awakeTimeout(milliseconds: number, callback: () => void): () => void {
  let left = Math.ceil(milliseconds / stepMilliseconds);
  let over = false;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    // After what has arrived meanwhile was read.
    setImmediate(() => over || callback());
  }, stepMilliseconds).unref();
  return () => {
    over = true;
    clearInterval(timer);
  };
}
