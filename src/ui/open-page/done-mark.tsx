export function DoneMark() {
  return (
    <svg className="sign-in-mark" viewBox="0 0 48 48" width="56" height="56" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d="M14 24.5 21 31.5 34.5 17" />
    </svg>
  );
}
