import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, IconButton } from '#ui/button/button.tsx';
import { CopyLink } from '#ui/copy-link/copy-link.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { MenuButton, type MenuEntry } from '#ui/menu/menu.tsx';
import type { PageSize } from '#ui/pagination/page-sizes.ts';
import { Pagination } from '#ui/pagination/pagination.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { AT } from './samples.ts';
import { State } from './state.tsx';

const KINDS = ['default', 'primary', 'danger', 'quiet', 'link'] as const;

export function Buttons() {
  const { t } = useTranslation('kit');
  const save = t('word.save');
  const each = (props: Partial<Parameters<typeof Button>[0]>) =>
    KINDS.map((kind) => (
      <Button key={kind} kind={kind} {...props}>
        {save}
      </Button>
    ));
  return (
    <>
      <State of="normal">{each({})}</State>
      <State of="focus">{each({})}</State>
      <State of="disabled">{each({ disabled: true })}</State>
      <State of="reason">{each({ reason: t('word.because') })}</State>
      <State of="busy">{each({ busy: true })}</State>
      <State of="small">{each({ small: true, icon: 'refresh' })}</State>
      <State of="icons">
        <IconButton icon="settings" label={t('word.settings')} />
        <IconButton icon="close" small label={t('word.settings')} />
        <IconButton icon="next" label={t('word.settings')} disabled />
        <ButtonLink to="/test/kit" icon="external">
          {t('word.link')}
        </ButtonLink>
      </State>
      <State of="long" wide>
        <Button icon="download">{t('word.sentence')}</Button>
      </State>
    </>
  );
}

function useEntries(): readonly MenuEntry[] {
  const { t } = useTranslation('kit');
  return [
    { key: 'details', label: t('word.details'), icon: 'list', hint: 'D' },
    { key: 'refund', label: t('word.refund'), icon: 'undo', disabled: true, reason: t('word.because') },
    { key: 'chosen', label: t('word.chosen'), checked: true, divided: true },
    { key: 'other', label: t('word.other'), checked: false },
    { key: 'remove', label: t('word.remove'), danger: true, divided: true },
  ];
}

export function Menus() {
  const { t } = useTranslation('kit');
  const entries = useEntries();
  const shared = { label: t('word.actions'), entries };
  return (
    <>
      <State of="normal" opens=".popover">
        <MenuButton {...shared} />
        <MenuButton {...shared} iconOnly />
      </State>
      <State of="disabled">
        <MenuButton {...shared} disabled />
      </State>
    </>
  );
}

const MODES = ['day', 'week', 'month'] as const;

export function Segments() {
  const { t } = useTranslation('kit');
  const [mode, setMode] = useState<(typeof MODES)[number]>('week');
  const options = MODES.map((value) => ({ value, label: t(`mode.${value}`) }));
  return (
    <>
      <State of="normal">
        <Segmented label={t('word.period')} options={options} value={mode} onChange={setMode} />
      </State>
      <State of="icons">
        <Segmented
          label={t('word.period')}
          options={options.map((option) => ({ ...option, icon: 'schedule' as const }))}
          value={mode}
          onChange={setMode}
        />
      </State>
    </>
  );
}

export function TabStrips() {
  const { t } = useTranslation('kit');
  const [current, setCurrent] = useState('week');
  const items = MODES.map((key, at) => ({ key: key as string, label: t(`mode.${key}`), count: at * 12 }));
  const last = { key: 'off', label: t('state.disabled'), disabled: true };
  return (
    <>
      <State of="normal" wide>
        <Tabs label={t('word.period')} items={[...items, last]} current={current} onChange={setCurrent}>
          <p className="quiet">{t('word.sentence')}</p>
        </Tabs>
      </State>
      <State of="focus" wide>
        <Tabs label={t('word.period')} items={items} current={current} onChange={setCurrent} />
      </State>
    </>
  );
}

export function Pages() {
  const [page, setPage] = useState(3);
  const [size, setSize] = useState<PageSize>(20);
  const shared = { size, onPage: setPage, onSize: setSize };
  return (
    <>
      <State of="normal" wide>
        <Pagination {...shared} page={page} total={1_284} />
      </State>
      <State of="estimate" wide>
        <Pagination {...shared} page={1} total={120_000} isEstimate />
      </State>
      <State of="loading" wide>
        <Pagination {...shared} page={1} total={undefined} />
      </State>
    </>
  );
}

export function Links() {
  return (
    <State of="normal">
      <CopyLink />
      <CopyLink small />
    </State>
  );
}

export function LiveControls() {
  const [isPaused, setPaused] = useState(true);
  return (
    <>
      <State of="normal">
        <LiveControl updatedAt={Date.parse(AT.ready)} isPaused={false} onPause={() => undefined} />
      </State>
      <State of="paused">
        <LiveControl updatedAt={Date.parse(AT.ready)} isPaused={isPaused} onPause={setPaused} />
      </State>
    </>
  );
}

export function Tips() {
  const { t } = useTranslation('kit');
  return (
    <>
      <State of="normal" opens=".tooltip">
        <Button data-tip={t('word.because')} data-tip-keys="mod+k">
          {t('word.show')}
        </Button>
      </State>
      <State of="long" wide>
        <span className="kit-cut" data-tip-cut="">
          {t('word.long')}
        </span>
      </State>
    </>
  );
}
