import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/avatar/avatar.tsx';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Drawing } from '#ui/drawing/drawing.tsx';
import { EntryLine, EntryList } from '#ui/entry-list/entry-list.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { ICON_PATHS, type IconName } from '#ui/icon/icon-paths.ts';
import { Money } from '#ui/money/money.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { StatusBadge, StatusTag } from '#ui/status/status.tsx';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { Tree } from '#ui/tree/tree.tsx';
import { drinkTags } from '../parts/kit-card.tsx';
import { AT, CUPS, ORDER_NO, PEOPLE } from './samples.ts';
import { State } from './state.tsx';

const SIZES = [18, 24, 40] as const;
const TONES: readonly Tone[] = ['neutral', 'info', 'busy', 'success', 'warning', 'danger'];
const ICONS = Object.keys(ICON_PATHS) as IconName[];
const NOT_DECLARED = 99;

export function Avatars() {
  return SIZES.map((size) => (
    <State key={size} of={`size.${size}`}>
      {PEOPLE.map((name) => (
        <Avatar key={name} name={name} size={size} />
      ))}
    </State>
  ));
}

export function Descriptions() {
  const { t } = useTranslation('kit');
  const facts = [
    { term: t('field.name'), value: PEOPLE[0] },
    { term: t('field.note'), value: t('word.sentence') },
    { term: t('state.empty'), value: null },
    { term: t('field.amount'), value: <Money minor={5_700} />, strong: true },
  ];
  return (
    <>
      <State of="normal" wide>
        <div className="kit-fill">
          <DescriptionList facts={facts} />
        </div>
      </State>
      <State of="lines" wide>
        <div className="kit-fill">
          <DescriptionList facts={facts} columns={1} />
        </div>
      </State>
    </>
  );
}

export function Entries() {
  const { t } = useTranslation('kit');
  const list = (isInBareCard: boolean) => (
    <EntryList isInBareCard={isInBareCard}>
      {PEOPLE.slice(0, 2).map((name) => (
        <li key={name}>
          <EntryLine>
            <span>{t('word.refund')}</span>
            <Money minor={5_700} />
          </EntryLine>
          <div className="quiet">
            {name} · <Time at={AT.paid} />
          </div>
        </li>
      ))}
    </EntryList>
  );
  return (
    <>
      <State of="normal" wide>
        <div className="kit-fill">
          <Card title={t('field.orders')}>{list(false)}</Card>
        </div>
      </State>
      <State of="lines" wide>
        <div className="kit-fill">
          <Card title={t('field.orders')} flush>
            {list(true)}
          </Card>
        </div>
      </State>
    </>
  );
}

export function Drawings() {
  return (
    <>
      <State of="normal">
        <Drawing icon="coffee" />
      </State>
      <State of="error">
        <Drawing icon="warning" isBroken screen="500" />
      </State>
    </>
  );
}

export function Icons() {
  return (
    <State of="normal" wide>
      {ICONS.map((name) => (
        <Icon key={name} name={name} size={20} label={name} />
      ))}
    </State>
  );
}

export function Amounts() {
  return (
    <>
      <State of="normal">
        <Money minor={123_456_789} />
        <Money minor={-5_700} />
        <Money minor={0} />
      </State>
      <State of="otherCurrency">
        <Money minor={3_900} currency="CNY" />
        <Money minor={3_900} currency="JPY" />
      </State>
      <State of="empty">
        <Money minor={null} />
      </State>
    </>
  );
}

export function RecordNumbers() {
  return (
    <State of="normal">
      <RecordNumber of={ORDER_NO} />
      <RecordNumber of="A-7" />
    </State>
  );
}

export function Tags() {
  const { t } = useTranslation('kit');
  const each = (plain: boolean) =>
    TONES.map((tone) => (
      <Tag key={tone} tone={tone} plain={plain}>
        {t(`tone.${tone}`)}
      </Tag>
    ));
  return (
    <>
      <State of="normal">{each(false)}</State>
      <State of="plain">{each(true)}</State>
      <State of="long" wide>
        <Tag tone="warning">{t('word.long')}</Tag>
      </State>
    </>
  );
}

export function States() {
  return (
    <>
      <State of="normal">
        {drinkTags.codes.map((code) => (
          <StatusTag key={code} of={drinkTags} code={code} />
        ))}
      </State>
      <State of="undeclared">
        <StatusTag of={drinkTags} code={NOT_DECLARED} />
      </State>
      <State of="empty">
        <StatusTag of={drinkTags} code={null} />
      </State>
      <State of="live" wide>
        <StatusBadge of={drinkTags} code={2} since={AT.paid} heardAt={AT.ready} intervalSeconds={3_600} />
      </State>
      <State of="stale" wide>
        <StatusBadge of={drinkTags} code={2} since={AT.paid} heardAt={AT.ready} intervalSeconds={60} />
      </State>
    </>
  );
}

export function Times() {
  return (
    <>
      <State of="normal">
        <Time at={AT.paid} />
        <Time at={AT.paid} part="second" />
        <Time at={AT.paid} part="day" />
        <Time at={AT.paid} part="clock" />
      </State>
      <State of="relative">
        <Time at={AT.paid} relative />
        <Time at={AT.yesterday} relative />
        <Time at={AT.autumn} relative />
        <Time at={AT.paid} lasting />
      </State>
      <State of="empty">
        <Time at={null} />
      </State>
    </>
  );
}

export function Timelines() {
  const { t } = useTranslation('kit');
  return (
    <State of="normal" wide>
      <div className="kit-fill">
        <Timeline
          label={t('word.actions')}
          entries={[
            { id: '1', at: AT.yesterday, what: t('word.details'), who: PEOPLE[0] },
            { id: '2', at: AT.paid, what: t('word.refund'), tone: 'warning', detail: t('word.sentence') },
            { id: '3', at: AT.ready, what: t('word.remove'), who: PEOPLE[1], tone: 'danger', raw: CUPS[0] },
          ]}
        />
      </div>
    </State>
  );
}

export function Trees() {
  const { t } = useTranslation('kit');
  const [chosen, setChosen] = useState('north');
  const nodes = [
    {
      key: 'all',
      label: t('tree.all'),
      children: [
        { key: 'north', label: t('tree.north'), children: [{ key: 'oslo', label: t('tree.oslo') }] },
        { key: 'south', label: t('word.long') },
      ],
    },
  ];
  const one = { label: t('tree.all'), nodes, onChoose: setChosen };
  return (
    <>
      <State of="normal" wide>
        <div className="kit-half">
          <Tree {...one} chosen={new Set([chosen])} />
        </div>
      </State>
      <State of="found" wide>
        <div className="kit-half">
          <Tree {...one} isMulti chosen={new Set(['oslo', 'north'])} sought={t('tree.oslo')} />
        </div>
      </State>
    </>
  );
}
