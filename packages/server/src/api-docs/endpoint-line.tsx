/** The line of an endpoint that is closed: method, path and what it is for. */
export function EndpointLine({ method, path, summary }: { method: string; path: string; summary: string }) {
  return (
    <summary>
      <b class={`method ${method}`}>{method}</b>
      <code>{path}</code>
      <span>{summary}</span>
    </summary>
  );
}
