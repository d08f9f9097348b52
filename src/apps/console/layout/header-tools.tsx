import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import {
  chooseLanguage,
  currentLanguage,
  offeredLanguages,
  onLanguage,
  onOfferedLanguages,
} from '#platform/i18n/web/language.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { askWhy } from '#platform/viewer/web/ask-why.ts';
import { NoticeBell } from '#system/notices/web/index.ts';
import { IconButton } from '#ui/button/button.tsx';
import { MenuButton } from '#ui/menu/menu.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { useOfferedActions } from '#ui/record-actions/offered-actions.ts';
import { currentTheme, onTheme, switchTheme } from '#ui/theme/theme.ts';
import { SearchBox } from '../palette/search-box.tsx';
import { loadHelpPanel } from '../slices.ts';
import { PHONE, useMatches } from './use-matches.ts';

const SettingsDrawer = lazyAgain(() => import('../settings-drawer/settings-drawer.tsx'));
const HelpPanel = loadHelpPanel && lazyAgain(loadHelpPanel);

/** Search, help, notices, language, theme, layout settings: in this order on every page (ux-guide 2). A phone folds them. */
export function HeaderTools() {
  const { t } = useTranslation('console');
  const isPhone = useMatches(PHONE);
  const [panel, setPanel] = useState<'help' | 'settings'>();
  const language = useSyncExternalStore(onLanguage, currentLanguage);
  const languages = useSyncExternalStore(onOfferedLanguages, offeredLanguages);
  const theme = useSyncExternalStore(onTheme, currentTheme);
  // Product.md 6: in development and demo; the server says so.
  const hasSettings = runtimeConfig().settingsDrawer;

  const help = { icon: 'help', label: t('header.help'), run: () => setPanel('help') } as const;
  const look = {
    icon: theme === 'dark' ? 'sun' : 'moon',
    label: t(theme === 'dark' ? 'header.light' : 'header.dark'),
    run: switchTheme,
  } as const;
  const settings = { icon: 'settings', label: t('header.settings'), run: () => setPanel('settings') } as const;
  const tongues: RowAction[] = languages.map(({ tag, name }) => ({
    key: tag,
    label: name,
    fullLabel: t('header.speak', { name }),
    checked: tag === language,
    onSelect: () => chooseLanguage(tag),
  }));
  const folded = [...(HelpPanel ? [help] : []), look, ...(hasSettings ? [settings] : [])].map(
    ({ run, ...entry }, index): RowAction => ({ key: entry.icon, ...entry, divided: index === 0, onSelect: run }),
  );
  const otherTongues = tongues.filter(({ checked }) => !checked).map((one): RowAction => ({ ...one, icon: 'globe' }));
  const why: RowAction = {
    key: 'why',
    label: t('header.why'),
    icon: 'key',
    onSelect: () => askWhy('choose'),
  };
  useOfferedActions([...folded, ...otherTongues, why]);
  return (
    <>
      <SearchBox />
      {HelpPanel && !isPhone && <Tool {...help} opens />}
      {!isPhone && <NoticeBell />}
      {isPhone ? (
        <MenuButton label={t('header.more')} icon="more" iconOnly kind="quiet" entries={[...tongues, ...folded]} />
      ) : (
        <>
          <MenuButton label={t('header.language')} icon="globe" iconOnly kind="quiet" entries={tongues} />
          <Tool {...look} />
          {hasSettings && <Tool {...settings} opens />}
        </>
      )}
      <OpenedPart onClose={() => setPanel(undefined)}>
        {panel === 'settings' && <SettingsDrawer onClose={() => setPanel(undefined)} />}
        {panel === 'help' && HelpPanel && <HelpPanel onClose={() => setPanel(undefined)} />}
      </OpenedPart>
    </>
  );
}

interface ToolProps {
  icon: 'help' | 'sun' | 'moon' | 'settings';
  label: string;
  run: () => void;
  /** It opens a panel. */
  opens?: boolean;
}

function Tool({ icon, label, run, opens }: ToolProps) {
  return <IconButton icon={icon} label={label} aria-haspopup={opens ? 'dialog' : undefined} onClick={run} />;
}
