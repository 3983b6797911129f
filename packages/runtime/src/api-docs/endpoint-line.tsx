/** The heading of an endpoint, visible while it is closed: method, path and summary. */
export function EndpointLine({ method, path, summary }: { method: string; path: string; summary: string }) {
  return (
    <summary>
      <b class={`method ${method}`}>{method}</b>
      <code>{path}</code>
      <span>{summary}</span>
    </summary>
  );
}
