/** An email inside a sentence. */
export function EmailText({ email }: { email: string }) {
  return (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
}
