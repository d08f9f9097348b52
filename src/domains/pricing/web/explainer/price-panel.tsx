import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { joinWords, saidOf } from '#platform/i18n/rules/join-words.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import type { ExplainedFacts } from '../../rules/explained-steps.ts';
import { PriceSteps } from './price-steps.tsx';
import type { Explained } from './use-explained.ts';

interface PricePanelProps {
  /** Undefined while something is still to be filled in. */
  query: UseQueryResult<Explained> | undefined;
  currency: Currency;
  names: readonly (string | undefined)[];
  facts: Omit<ExplainedFacts, 'coupon'> & { readonly hasCoupon: boolean };
  /** Above the steps, such as how an order compares. */
  note?: ((explained: Explained) => ReactNode) | undefined;
}

/** What it costs, and how it came to that. */
export function PricePanel({ query, currency, names, facts, note }: PricePanelProps) {
  const { t } = useTranslation('pricing');
  if (!query)
    return (
      <Card title={t('explainer.result')}>
        <p className="quiet">{t('explainer.incomplete')}</p>
      </Card>
    );
  return (
    <Card title={t('explainer.result')} flush>
      <Loaded query={query} skeleton={<SkeletonLines lines={10} />}>
        {(explained) => {
          const { price, refusal } = explained;
          const isRefused = refusal?.of === 'coupon';
          const { hasCoupon, ...others } = facts;
          const coupon = isRefused ? 'refused' : hasCoupon ? 'used' : 'none';
          return (
            <div className="price-panel" aria-busy={query.isFetching || undefined}>
              {price ? (
                <p className="price-sum" role="status">
                  {t('explainer.payable')}{' '}
                  <strong>
                    <Money minor={price.payableMinor} currency={currency} />
                  </strong>
                </p>
              ) : (
                <p className="price-none" role="status">
                  {t('explainer.noPrice', { reason: refusal?.message ?? '' })}
                </p>
              )}
              {price?.lines.map(
                ({ withoutMaterials }, at) =>
                  withoutMaterials && (
                    <p key={at} role="status">
                      {saidOf(
                        names[at] ?? t('explainer.line', { number: at + 1 }),
                        t('explainer.without', {
                          materials: joinWords(withoutMaterials.map(readersName), currentLanguage()),
                        }),
                        currentLanguage(),
                      )}
                    </p>
                  ),
              )}
              {note?.(explained)}
              {price && (
                <>
                  <p className="quiet price-units">{t('explainer.units')}</p>
                  <PriceSteps
                    price={price}
                    currency={currency}
                    names={names}
                    facts={{ ...others, coupon }}
                    refusal={isRefused ? refusal.message : undefined}
                  />
                </>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
