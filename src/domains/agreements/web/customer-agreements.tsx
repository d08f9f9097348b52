import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useDictionary } from '#system/dictionaries/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { agreements } from '../contract/agreements.ts';
import { agreementEndpoints } from '../contract/endpoints.ts';

/** What a customer accepted, by version, on his page. */
export default function CustomerAgreements({ id }: { id: string }) {
  const { t } = useTranslation('agreements');
  const { items } = useDictionary(agreements.fields.type.dictionary ?? '');
  const query = useQuery({
    queryKey: ['agreements', 'of-customer', id],
    queryFn: ({ signal }) => call(agreementEndpoints.acceptedBy, { customerRef: id }, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('ofCustomer.title')}>
      <Loaded query={query} skeleton={<Skeleton height={60} />}>
        {(accepted) =>
          accepted.length === 0 ? (
            <p className="quiet">{t('ofCustomer.none')}</p>
          ) : (
            <DescriptionList
              columns={1}
              facts={accepted.map(({ type, version, acceptedAt }) => ({
                key: `${type} ${version}`,
                term: `${items.find(({ value }) => value === type)?.text ?? type} ${version}`,
                value: <Time at={acceptedAt} />,
              }))}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
