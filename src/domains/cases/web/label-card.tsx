import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { QrCode } from '#ui/qr-code/qr-code.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { CASE_LABELS } from '../contract/addresses.ts';
import { caseEndpoints } from '../contract/endpoints.ts';
import './cases.css';

/** On the page of a robot: the code that customers scan. */
export default function LabelCard({ id }: { id: string }) {
  const { t } = useTranslation('cases');
  const query = useQuery({
    queryKey: ['cases', 'label', id],
    queryFn: ({ signal }) => call(caseEndpoints.labels, { robotIds: [id] }, { signal, notices: 'none' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card title={t('labels.card')} extra={<Link to={CASE_LABELS}>{t('labels.sheet')}</Link>}>
      <Loaded query={query} skeleton={<Skeleton height={176} />}>
        {([label]) =>
          label ? (
            <div className="case-label-card">
              <QrCode text={label.address} label={label.robotName} size={144} fileName={`case-${label.imei}`} />
              <p className="quiet">{t('labels.about')}</p>
              <a href={label.address} target="_blank" rel="noreferrer">
                {t('labels.open')}
              </a>
            </div>
          ) : (
            <p className="quiet">{t('labels.none')}</p>
          )
        }
      </Loaded>
    </Card>
  );
}
