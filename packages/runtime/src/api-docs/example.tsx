import { words } from './reference-words.js';

/** A request as a shell command, and its response. */
export function Examples({
  request,
  response,
  note,
}: {
  request: string;
  response: string;
  note?: string | undefined;
}) {
  return (
    <>
      <h3>{words.request}</h3>
      {note && <p>{note}</p>}
      <pre>
        <code>{request}</code>
      </pre>
      <h3>{words.response}</h3>
      <pre>
        <code>{response}</code>
      </pre>
    </>
  );
}

/** Formats a response: its status, and its body as JSON. */
export function responseText(status: number | string, body: unknown): string {
  return body === undefined ? `HTTP ${status}` : `HTTP ${status}\n${JSON.stringify(body, null, 2)}`;
}
