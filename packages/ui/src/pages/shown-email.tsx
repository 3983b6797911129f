/** An email within a sentence. `<bdi>` keeps right-to-left characters in it from reordering the sentence. */
export function ShownEmail({ email }: { email: string }) {
  return (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
}
