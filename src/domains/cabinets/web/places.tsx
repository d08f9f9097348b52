import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { Button } from '#ui/button/button.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { type PowerBankPlace, powerBankPlaces } from '../contract/power-bank.ts';
import { CabinetLink, UnitLink } from './cabinet-words.tsx';

const AT_ONCE = 20;
const MOST = 100;

interface PlacesProps {
  /** Of one unit, or at one cabinet. */
  of: { readonly serial: string } | { readonly cabinetId: string };
  label: string;
  none: string;
}

/** Where units came from and went, the newest first. */
export function Places({ of, label, none }: PlacesProps) {
  const { t } = useTranslation('power-banks');
  const [size, setSize] = useState(AT_ONCE);
  const query = useQuery({
    queryKey: ['power-banks', 'places', of, size],
    queryFn: ({ signal }) =>
      call(powerBankPlaces.endpoints.page, { ...whichOf(of), pageSize: size }, { signal, notices: 'none' }),
    placeholderData: (before) => before,
  });
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'powerBank',
    refresh: () => query.refetch(),
  });
  const records = query.data?.records ?? [];
  if (query.data && records.length === 0) return <p className="quiet">{none}</p>;
  return (
    <>
      <Timeline
        label={label}
        entries={records.map((place) => ({
          id: place.id,
          at: place.at,
          what: <DictionaryText code="power_bank_cause" value={place.cause} />,
          who: place.byName,
          tone: toneOf(place),
          detail: <PlaceDetail place={place} isUnit={'cabinetId' in of} />,
        }))}
      />
      {(query.data?.total ?? 0) > size && size < MOST && (
        <Button onClick={() => setSize(MOST)}>{t('detail.more')}</Button>
      )}
    </>
  );
}

/** The serial number as it is, not a part of it. */
const whichOf = (of: PlacesProps['of']) =>
  'cabinetId' in of
    ? { cabinetId: of.cabinetId }
    : { superQueryParams: JSON.stringify([{ field: 'serial', rule: 'eq', val: of.serial }]) };

const toneOf = ({ state }: PowerBankPlace) =>
  state === 'missing' || state === 'broken' ? 'danger' : state === 'in_slot' ? 'success' : 'info';

function PlaceDetail({ place, isUnit }: { place: PowerBankPlace; isUnit: boolean }) {
  const { t } = useTranslation(['cabinets', 'power-banks']);
  const parts = [
    isUnit && <UnitLink key="unit" serial={place.serial} />,
    !isUnit && place.cabinetId !== null && (
      <CabinetLink
        key="cabinet"
        id={place.cabinetId}
        name={(place as { cabinetName?: string | null }).cabinetName ?? null}
      />
    ),
    place.slot !== null && <span key="slot">{t('slot.number', { slot: place.slot })}</span>,
    place.soc !== null && (
      <span key="soc" className="figures">
        {place.soc} %
      </span>
    ),
    place.orderNo && (
      <span key="order" className="figures">
        <RecordNumber of={place.orderNo} />
      </span>
    ),
    place.reason && <span key="reason">{place.reason}</span>,
  ].filter(Boolean);
  return <span className="place-parts">{parts}</span>;
}
