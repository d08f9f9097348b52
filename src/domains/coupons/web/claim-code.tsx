import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, writeStored } from '#platform/storage/web/stored.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { QrCode } from '#ui/qr-code/qr-code.tsx';
import type { Coupon } from '../contract/coupons.ts';

const ADDRESS = /^https:\/\/[^\s?#]+\.[^\s?#]+$/i;

/** The QR code of the address where customers claim the coupon (settled 103); the storefront is the tenant's own. */
export function ClaimCode({ coupon: { id, title, qrClaim } }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const { id: tenantId } = useTenant();
  const key = `coupon-storefront-${tenantId}`;
  const [address, setAddress] = useState(() => readStored<string>(key) ?? '');
  const isAddress = ADDRESS.test(address);
  return (
    <Card title={t('detail.qr')}>
      {qrClaim ? (
        <>
          <p className="quiet">{t('detail.qrHint')}</p>
          <label className="field">
            <span className="field-label">{t('detail.qrAddress')}</span>
            <input
              type="url"
              placeholder={t('detail.qrExample')}
              value={address}
              onChange={(event) => {
                setAddress(event.target.value.trim());
                writeStored(key, event.target.value.trim());
              }}
            />
          </label>
          {isAddress && (
            <QrCode text={`${address}?coupon=${id}`} label={title} size={176} fileName={`coupon-${id.slice(0, 8)}`} />
          )}
        </>
      ) : (
        <p className="quiet">{t('detail.qrOff')}</p>
      )}
    </Card>
  );
}
