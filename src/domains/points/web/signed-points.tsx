import { useLanguage } from '#ui/language/use-language.ts';

/** `+6` or `−50`, green where they were given. */
export function SignedPoints({ points }: { points: number }) {
  const language = useLanguage();
  const text = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(points);
  return <span className={points > 0 ? 'points-given numbers' : 'numbers'}>{text}</span>;
}
