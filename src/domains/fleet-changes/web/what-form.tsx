import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { brokers } from '#domains/brokers/contract/brokers.ts';
import { APP_LAYOUTS, REPORT_TYPES } from '#domains/robots/contract/robot-status.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { Card } from '#ui/card/card.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { MultiSelect } from '#ui/select/multi-select.tsx';
import { Select } from '#ui/select/select.tsx';
import { CHANGE_KINDS } from '../contract/fleet-changes.ts';
import type { Asked } from './asked.ts';

interface PartProps {
  asked: Asked;
  onChange: (news: Partial<Asked>) => void;
}

function Labelled({ label, hint, children }: { label: string; hint?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="field-hint">{hint}</p>}
    </div>
  );
}

/** What shall change: the fields of one kind. */
export function WhatCard({ asked, onChange }: PartProps) {
  const { t } = useTranslation('fleet-changes');
  return (
    <Card title={t('new.what')}>
      <Segmented
        label={t('new.what')}
        options={CHANGE_KINDS.map((value) => ({ value, label: t(`what.${value}`) }))}
        value={asked.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {asked.kind === 'settings' && <SettingsPart asked={asked} onChange={onChange} />}
      {asked.kind === 'broker' && <BrokerPart asked={asked} onChange={onChange} />}
      {asked.kind === 'menu' && <p className="quiet">{t('new.menuHint')}</p>}
      {asked.kind === 'firmware' && (
        <Labelled label={t('field.firmware')} hint={t('new.firmwareHint')}>
          {(id) => (
            <input
              id={id}
              maxLength={40}
              autoComplete="off"
              value={asked.firmware}
              onChange={({ target }) => onChange({ firmware: target.value })}
            />
          )}
        </Labelled>
      )}
    </Card>
  );
}

function SettingsPart({ asked, onChange }: PartProps) {
  const { t } = useTranslation(['fleet-changes', 'robots']);
  const keep = t('new.keep');
  const one = (name: 'reportType' | 'canOrderInApp' | 'appLayout', options: { value: string; label: string }[]) => (
    <Labelled label={t(`field.${name}`)}>
      {(id) => (
        <Select
          attributes={{ id }}
          label={t(`field.${name}`)}
          none={keep}
          options={options}
          value={asked[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      )}
    </Labelled>
  );
  return (
    <>
      <Labelled label={t('field.reportIntervalSeconds')}>
        {(id) => (
          <div className="field-box">
            <input
              id={id}
              inputMode="numeric"
              autoComplete="off"
              placeholder={keep}
              value={asked.reportIntervalSeconds}
              onChange={({ target }) => onChange({ reportIntervalSeconds: target.value.replace(/\D/g, '') })}
            />
            <span className="field-unit">{t('new.seconds')}</span>
          </div>
        )}
      </Labelled>
      {one(
        'reportType',
        REPORT_TYPES.map((value) => ({ value, label: t(`value.${value}`) })),
      )}
      {one(
        'canOrderInApp',
        ['true', 'false'].map((value) => ({ value, label: t(`value.${value}`) })),
      )}
      {one(
        'appLayout',
        APP_LAYOUTS.map((value) => ({ value, label: t(`robots:appLayout.${value}`) })),
      )}
    </>
  );
}

function BrokerPart({ asked, onChange }: PartProps) {
  const { t } = useTranslation(['fleet-changes', 'brokers']);
  const { data } = useQuery({
    queryKey: ['fleet-changes', 'brokers'],
    queryFn: ({ signal }) => call(brokers.endpoints.page, { pageSize: 100 }, { signal, notices: 'none' }),
  });
  return (
    <Labelled label={t('field.brokerId')} hint={t('new.brokerHint')}>
      {(id) => (
        <Select
          attributes={{ id }}
          label={t('field.brokerId')}
          none={t('new.anyBroker')}
          options={(data?.records ?? []).map((row) => ({
            value: row.id,
            label: row.builtIn ? t('brokers:builtIn.tag') : row.name,
          }))}
          value={asked.brokerId}
          onChange={(brokerId) => onChange({ brokerId })}
        />
      )}
    </Labelled>
  );
}

const SCOPES = ['allRobots', 'someSpots', 'someRobots'] as const;

/** Which robots: all that the reader sees, those of spots, or some by their IMEI. */
export function WhereCard({ asked, onChange }: PartProps) {
  const { t } = useTranslation('fleet-changes');
  const { data } = useQuery({
    queryKey: ['fleet-changes', 'spots'],
    enabled: asked.scope === 'someSpots',
    queryFn: ({ signal }) => call(spots.endpoints.page, { column: 'name', pageSize: 200 }, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('new.where')}>
      <Labelled label={t('new.scope')}>
        {(id) => (
          <Select
            attributes={{ id }}
            label={t('new.scope')}
            options={SCOPES.map((value) => ({ value, label: t(`new.${value}`) }))}
            value={asked.scope}
            onChange={(scope) => onChange({ scope: scope as Asked['scope'] })}
          />
        )}
      </Labelled>
      {asked.scope === 'someSpots' && (
        <Labelled label={t('field.spotIds')}>
          {(id) => (
            <MultiSelect
              attributes={{ id }}
              label={t('field.spotIds')}
              options={(data?.records ?? []).map((spot) => ({ value: spot.id, label: readersName(spot) }))}
              values={asked.spotIds}
              onChange={(spotIds) => onChange({ spotIds })}
            />
          )}
        </Labelled>
      )}
      {asked.scope === 'someRobots' && (
        <Labelled label={t('field.imeis')} hint={t('new.imeisHint')}>
          {(id) => (
            <textarea
              id={id}
              rows={4}
              value={asked.imeis}
              onChange={({ target }) => onChange({ imeis: target.value })}
            />
          )}
        </Labelled>
      )}
    </Card>
  );
}
