import type { UseQueryResult } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList, type Fact } from '#ui/description-list/description-list.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { SetupHelp } from './setup-help.tsx';
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
  /** Who can change what is here, and how; by default, that it cannot be changed here. */
  note?: string;
  children?: ReactNode;
}

/** Settings as they are, with an index of their parts; what changes them comes as children. */
export function SettingsPage({ title, lead, query, cards, unset, note, children }: SettingsPageProps) {
  const { t } = useTranslation('tenants');
  const id = useId();
  const shown = query.data === undefined || query.isError ? [] : cards(query.data);
  return (
    <div className="settings-page">
      <header>
        <h1 tabIndex={-1}>{title}</h1>
        <p>
          {lead} <SetupHelp />
        </p>
        <p className="settings-note">
          <Icon name="info" size={16} />
          {note ?? t('readOnly')}
        </p>
      </header>
      {shown.length > 1 && (
        <nav className="settings-index" aria-label={t('index')}>
          {shown.map((card, index) => (
            <a key={card.title} href={`#${id}${index}`} onClick={(event) => goTo(event, id + index)}>
              {card.title}
            </a>
          ))}
        </nav>
      )}
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Card>
          <SkeletonLines lines={4} />
        </Card>
      ) : (
        shown.map(({ title: name, facts, isSet, extra }, index) => (
          <div key={name} id={id + index} className="setting-section" tabIndex={-1}>
            <Card
              title={name}
              extra={
                isSet === undefined ? (
                  extra
                ) : (
                  <Tag tone={isSet ? 'success' : 'warning'}>{t(isSet ? 'set' : 'notSet')}</Tag>
                )
              }
            >
              {isSet === false ? <p>{unset}</p> : <DescriptionList facts={facts} columns={2} />}
            </Card>
          </div>
        ))
      )}
      {children}
    </div>
  );
}

/** The address stays the page's: a part is looked at, not a place of its own. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const part = document.getElementById(id);
  part?.scrollIntoView({ behavior: 'smooth', block: 'start' });
  part?.focus({ preventScroll: true });
}
