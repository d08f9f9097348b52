import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import {
  chooseColour,
  chooseColourWeak,
  chooseTheme,
  currentColour,
  currentTheme,
  isColourWeak,
  onTheme,
} from '#ui/theme/theme.ts';
import { THEME_COLOURS, type ThemeColour } from '#ui/theme/theme-colours.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { availableSettings, type LayoutSettings } from './settings.ts';
import { changeSettings, useSettings } from './use-settings.ts';
import './settings-drawer.css';

/** Every layout option with what it depends on (system-api.md 6.8); each takes effect while the drawer is open. */
export default function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings-drawer');
  const settings = useSettings();
  const can = availableSettings(settings);
  const theme = useSyncExternalStore(onTheme, currentTheme);
  const isWeak = useSyncExternalStore(onTheme, isColourWeak);
  return (
    <Dialog title={t('title')} width={340} className="edge-dialog settings-drawer" onClose={onClose}>
      <p className="settings-note">{t('preview')}</p>
      <Part title={t('style')}>
        <Segmented
          label={t('style')}
          value={theme}
          options={[
            { value: 'light', label: t('light'), icon: 'sun' },
            { value: 'dark', label: t('dark'), icon: 'moon' },
          ]}
          onChange={chooseTheme}
        />
      </Part>
      <Part title={t('colour')}>
        <Colours />
      </Part>
      <Part title={t('navigation')}>
        <Segmented
          label={t('navigation')}
          value={settings.layout}
          options={[
            { value: 'sidemenu', label: t('sidemenu'), icon: 'panel' },
            { value: 'topmenu', label: t('topmenu'), icon: 'menu' },
          ]}
          onChange={(layout) => changeSettings({ layout })}
        />
      </Part>
      <Part title={t('width')} note={can.contentWidth ? undefined : t('widthNote')}>
        <fieldset disabled={!can.contentWidth}>
          <Segmented
            label={t('width')}
            value={can.contentWidth ? settings.contentWidth : 'Fluid'}
            options={[
              { value: 'Fluid', label: t('Fluid') },
              { value: 'Fixed', label: t('Fixed') },
            ]}
            onChange={(contentWidth) => changeSettings({ contentWidth })}
          />
        </fieldset>
      </Part>
      <Part title={t('layoutGroup')}>
        <LayoutSwitch name="fixedHeader" label={t('fixedHeader')} />
        <LayoutSwitch
          name="hideHeader"
          label={t('hideHeader')}
          note={can.hideHeader ? undefined : t('hideHeaderNote')}
        />
        <LayoutSwitch
          name="fixedSidebar"
          label={t('fixedSidebar')}
          note={can.fixedSidebar ? undefined : t('fixedSidebarNote')}
        />
      </Part>
      <Part title={t('other')}>
        <Switch label={t('colourWeak')} checked={isWeak} onChange={chooseColourWeak} />
        <LayoutSwitch name="multiTab" label={t('multiTab')} />
      </Part>
    </Dialog>
  );
}

function Part({ title, note, children }: { title: string; note?: string | undefined; children: React.ReactNode }) {
  return (
    <section className="settings-part">
      <h3>{title}</h3>
      {children}
      {note && <p className="settings-note">{note}</p>}
    </section>
  );
}

function Colours() {
  const { t } = useTranslation('settings-drawer');
  const colour = useSyncExternalStore(onTheme, currentColour);
  const choose = (one: ThemeColour): void =>
    void chooseColour(one).catch(() => toast.error({ title: t('colourFailed') }));
  return (
    <fieldset className="settings-colours" aria-label={t('colour')}>
      {THEME_COLOURS.map((one) => (
        <label key={one} data-tip={t(`colours.${one.slice(1)}`)} style={{ '--swatch': one } as React.CSSProperties}>
          <input
            type="radio"
            name="theme-colour"
            className="hidden-text"
            checked={one === colour}
            aria-label={t(`colours.${one.slice(1)}`)}
            onChange={() => choose(one)}
          />
          {one === colour && <Icon name="check" size={14} />}
        </label>
      ))}
    </fieldset>
  );
}

/** A switch without a note can be used; the note says what it waits for. */
function LayoutSwitch({
  name,
  label,
  note,
}: {
  name: 'fixedHeader' | 'hideHeader' | 'fixedSidebar' | 'multiTab';
  label: string;
  note?: string | undefined;
}) {
  const settings: LayoutSettings = useSettings();
  return (
    <Switch label={label} note={note} checked={settings[name]} onChange={(isOn) => changeSettings({ [name]: isOn })} />
  );
}

function Switch({
  label,
  note,
  checked,
  onChange,
}: {
  label: string;
  note?: string | undefined;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label className="settings-switch">
      <span>
        {label}
        {note && <small>{note}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={note !== undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
