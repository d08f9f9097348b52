import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderArt } from '#domains/orders/contract/order-record.ts';
import { fileAddress } from '#platform/files/web/file-address.ts';

const SIZE = 24;

/** What was drawn on the foam; the picture may be gone by now, the name stays. */
export function DrawnArt({ art }: { art: OrderArt | null }) {
  const { t } = useTranslation('orders');
  const [isGone, setGone] = useState(false);
  if (art === null) return null;
  return (
    <div className="quiet drawn-art">
      {!isGone && (
        <img
          src={fileAddress(art.image)}
          alt=""
          width={SIZE}
          height={SIZE}
          loading="lazy"
          onError={() => setGone(true)}
        />
      )}
      {t('latteArt', { name: art.name })}
    </div>
  );
}
