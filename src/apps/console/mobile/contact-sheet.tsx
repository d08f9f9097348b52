import { useState } from 'react';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { Sheet } from './sheet.tsx';
import { useSurroundings } from './surroundings.ts';

/** Whom the order concerns, to be copied into whatever the reader writes with. */
export function ContactSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { texts } = useSurroundings();
  const words = texts.order;
  const facts: [string, string][] = [
    [words.number, order.orderNo],
    [words.customer, order.customerId],
    [words.seller, [order.receipt.companyName, order.receipt.companyAddress].filter(Boolean).join(', ')],
    [words.place, [order.receipt.spotName, order.receipt.spotAddress].filter(Boolean).join(', ')],
  ];
  return (
    <Sheet title={words.contactTitle} onClose={onClose}>
      <dl className="mobile-contacts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span>{value}</span>
                <CopyButton text={value} name={name} />
              </dd>
            </div>
          ))}
      </dl>
      <p className="mobile-actions">
        <button type="button" className="button" onClick={onClose}>
          {texts.close}
        </button>
      </p>
    </Sheet>
  );
}

function CopyButton({ text, name }: { text: string; name: string }) {
  const { texts } = useSurroundings();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <button
      type="button"
      className="button"
      aria-label={`${texts.order.copy}: ${name}`}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
    >
      {isCopied ? texts.order.copied : texts.order.copy}
    </button>
  );
}
