import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';

/** What is asked, at most the original price; it follows that one as long as there is no discount (settled 75). */
export function PriceField() {
  const { t } = useTranslation('beverages');
  const { currency } = useTenant();
  const form = useForm();
  const original = form.values['originalPriceMinor'];
  const last = useRef(original);
  const follow = useEffectEvent(() => {
    const price = form.values['priceMinor'];
    if ((price === undefined || price === last.current) && !Object.is(price, original))
      form.set('priceMinor', original);
    last.current = original;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the original price is another one
  useEffect(() => follow(), [original]);
  const isAmount = typeof original === 'number' && Number.isSafeInteger(original);
  return (
    <MoneyField
      name="priceMinor"
      hint={t('price.hint')}
      {...(isAmount ? { max: { minor: original, currency } } : {})}
    />
  );
}
