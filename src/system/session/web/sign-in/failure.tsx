/** Why the last try did not work, above the fields. */
export function Failure({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div className="login-failure" role="alert">
      <strong>{title}</strong>
      <span>{text}</span>
    </div>
  );
}
