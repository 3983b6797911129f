/** An address within a sentence. */
export function Address({ email }: { email: string }) {
  return (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
}
