import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormValues } from '#ui/form-dialog/form-state.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { FreeMode } from './free-mode.tsx';
import { GoodsMode } from './goods-mode.tsx';
import { OrderMode } from './order-mode.tsx';
import { type ExplainerMode, useExplainerAddress } from './use-explainer-address.ts';
import './explainer.css';

/** How a price comes to be, step by step: of what is sold, of any values, or of an order. A link opens the same again. */
export default function PriceExplainerPage() {
  const { t } = useTranslation('pricing');
  const { mode, orderNo, kept, go } = useExplainerAddress();
  const keepGoods = useCallback((values: FormValues) => go('goods', values), [go]);
  const keepFree = useCallback((values: FormValues) => go('free', values), [go]);
  const modes: readonly ExplainerMode[] = orderNo === undefined ? ['goods', 'free'] : ['order', 'goods', 'free'];
  return (
    <div className="explainer">
      <header className="explainer-head">
        <h1 tabIndex={-1}>{t('explainer.title')}</h1>
        <Segmented
          label={t('explainer.of')}
          options={modes.map((value) => ({ value, label: t(`explainer.mode.${value}`) }))}
          value={mode}
          onChange={(next) => next !== 'order' && next !== mode && go(next)}
        />
      </header>
      <p className="quiet">{t(`explainer.intro.${mode}`)}</p>
      <div className="explainer-parts">
        {mode === 'goods' && <GoodsMode kept={kept} keep={keepGoods} />}
        {mode === 'free' && <FreeMode kept={kept} keep={keepFree} />}
        {mode === 'order' && orderNo !== undefined && <OrderMode key={orderNo} orderNo={orderNo} onChange={keepFree} />}
      </div>
    </div>
  );
}
