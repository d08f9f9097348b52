import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList, type Fact } from '#ui/description-list/description-list.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import './settings.css';

export interface SettingsCard {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** false: nothing is configured yet. */
  readonly isSet?: boolean;
  /** At the end of the card's head, such as a link to the help. */
  readonly extra?: ReactNode;
}

export interface SettingsPageProps {
  title: string;
  /** What the settings are for. */
  lead: string;
  query: UseQueryResult<TenantInfo>;
  cards: (info: TenantInfo) => readonly SettingsCard[];
  /** What does not work as long as nothing is set. */
  unset?: string;
  /** The last line; without one, that nothing can be changed here. */
  note?: string;
  children?: ReactNode;
}

/** Settings as they are; what changes them comes as children. */
export function SettingsPage({ title, lead, query, cards, unset, note, children }: SettingsPageProps) {
  const { t } = useTranslation('tenants');
  return (
    <div className="settings-page">
      <header>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{lead}</p>
      </header>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Card>
          <SkeletonLines lines={4} />
        </Card>
      ) : (
        cards(query.data).map(({ title: name, facts, isSet, extra }) => (
          <Card
            key={name}
            title={name}
            extra={
              isSet === undefined ? (
                extra
              ) : (
                <Tag tone={isSet ? 'success' : 'warning'}>{t(isSet ? 'set' : 'notSet')}</Tag>
              )
            }
          >
            {isSet === false ? <p>{unset}</p> : <DescriptionList facts={facts} columns={3} />}
          </Card>
        ))
      )}
      {children}
      <p className="settings-note">{note ?? t('readOnly')}</p>
    </div>
  );
}
