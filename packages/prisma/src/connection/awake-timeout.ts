const stepMilliseconds = 100;

/**
 * Calls back after a timeout that counts only the time in which this process runs. On an overloaded machine the process
 * may have to wait for a CPU while the response has already arrived. Returns a function that cancels the timeout.
 */
export function awakeTimeout(milliseconds: number, callback: () => void): () => void {
  let left = Math.ceil(milliseconds / stepMilliseconds);
  let over = false;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    // Runs after Node.js has read the data that arrived in the meantime.
    setImmediate(() => over || callback());
  }, stepMilliseconds).unref();
  return () => {
    over = true;
    clearInterval(timer);
  };
}
