import { useForm } from '#ui/form-dialog/form-context.ts';
import { ImageField } from '#ui/image-field/image-field.tsx';

const SHOWN = { width: 90, height: 160 };
const HIDDEN = 0;

/** Asked for where a splash page is shown. */
export function SplashImageField() {
  const { values } = useForm();
  if (values['splashPageType'] === HIDDEN) return null;
  return <ImageField name="splashImage" kind="splash" shownAt={SHOWN} required />;
}
