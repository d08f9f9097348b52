import { useTranslation } from 'react-i18next';
import { useForm } from '#ui/form-dialog/form-context.ts';

/** Why money goes back, most often. */
const USUAL = ['notMade', 'wrongDrink', 'quality', 'spilled', 'waited', 'paidTwice'] as const;

/** One of the usual reasons with a click; it is kept as it was written, and may be written on. */
export function UsualReasons() {
  const { t } = useTranslation('refund-dialog');
  const form = useForm();
  return (
    <div className="refund-reasons">
      {USUAL.map((key) => {
        const words = t(`usual.${key}`);
        return (
          <button
            key={key}
            type="button"
            aria-pressed={form.values['reason'] === words}
            onClick={() => form.set('reason', words)}
          >
            {words}
          </button>
        );
      })}
    </div>
  );
}
