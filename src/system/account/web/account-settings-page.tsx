import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { saidOf } from '#platform/i18n/rules/join-words.ts';
import {
  chooseLanguage,
  currentLanguage,
  offeredLanguages,
  onLanguage,
  onOfferedLanguages,
} from '#platform/i18n/web/language.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import type { NoticeChannel, NoticeChoice } from '#system/notices/contract/notice.ts';
import { useNoticeKindName } from '#system/notices/web/kind-name/index.ts';
import { Card } from '#ui/card/card.tsx';
import { areSingleKeysAllowed, setSingleKeys } from '#ui/keyboard/single-keys.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { LiveSwitch } from '#ui/switch/live-switch.tsx';
import { chooseColourWeak, chooseTheme, currentTheme, isColourWeak, onTheme } from '#ui/theme/theme.ts';
import './account.css';

/** How the console looks and works for the reader, and which notices reach him how (settled 41). */
export default function AccountSettingsPage() {
  const { t } = useTranslation('account');
  return (
    <div className="account-page">
      <h1 tabIndex={-1}>{t('settings.title')}</h1>
      <Look />
      <NoticeChoices />
    </div>
  );
}

function Look() {
  const { t } = useTranslation('account');
  const language = useSyncExternalStore(onLanguage, currentLanguage);
  const languages = useSyncExternalStore(onOfferedLanguages, offeredLanguages);
  const theme = useSyncExternalStore(onTheme, currentTheme);
  const isWeak = useSyncExternalStore(onTheme, isColourWeak);
  const [hasKeys, setKeys] = useState(areSingleKeysAllowed);
  return (
    <Card title={t('look.title')}>
      <ul className="account-rows">
        <li>
          <div>
            <span>{t('look.language')}</span>
          </div>
          <Segmented
            label={t('look.language')}
            options={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
            value={language}
            onChange={chooseLanguage}
          />
        </li>
        <li>
          <div>
            <span>{t('look.theme')}</span>
          </div>
          <Segmented
            label={t('look.theme')}
            options={[
              { value: 'light', label: t('look.light'), icon: 'sun' },
              { value: 'dark', label: t('look.dark'), icon: 'moon' },
            ]}
            value={theme}
            onChange={chooseTheme}
          />
        </li>
        <li>
          <div>
            <span>{t('look.weak')}</span>
            <small>{t('look.weakHint')}</small>
          </div>
          <LiveSwitch label={t('look.weak')} isOn={isWeak} change={async (on) => chooseColourWeak(on)} />
        </li>
        <li>
          <div>
            <span>{t('look.keys')}</span>
            <small>{t('look.keysHint')}</small>
          </div>
          <LiveSwitch
            label={t('look.keys')}
            isOn={hasKeys}
            change={async (on) => {
              setSingleKeys(on);
              setKeys(on);
            }}
          />
        </li>
      </ul>
      <p className="quiet">{t('look.here')}</p>
    </Card>
  );
}

const CHANNELS: readonly NoticeChannel[] = ['bell', 'email'];

function NoticeChoices() {
  const { t } = useTranslation('account');
  const query = useQuery({
    queryKey: ['account', 'notice-choices'],
    queryFn: ({ signal }) => call(noticeEndpoints.choices, {}, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('notices.title')}>
      <p className="quiet">{t('notices.hint')}</p>
      <Loaded query={query} skeleton={<Skeleton height={240} />}>
        {(choices) => (
          <table className="account-choices">
            <thead>
              <tr>
                <th scope="col">{t('notices.kind')}</th>
                {CHANNELS.map((channel) => (
                  <th key={channel} scope="col">
                    {t(`notices.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {choices.map((choice) => (
                <ChoiceRow key={choice.kind} choice={choice} />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Card>
  );
}

function ChoiceRow({ choice }: { choice: NoticeChoice }) {
  const { t, i18n } = useTranslation('account');
  const { kind } = choice;
  const name = useNoticeKindName(kind);
  return (
    <tr>
      <th scope="row">{name}</th>
      {CHANNELS.map((channel) => (
        <td key={channel}>
          <LiveSwitch
            label={saidOf(name, t(`notices.${channel}`), i18n.language)}
            isOn={choice[channel]}
            change={(isOn) => call(noticeEndpoints.choose, { kind, channel, isOn }, { notices: 'none' })}
            refreshes="account"
          />
        </td>
      ))}
    </tr>
  );
}
