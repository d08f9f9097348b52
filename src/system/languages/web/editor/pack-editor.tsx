import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { useUnsavedMark } from '#platform/routing/web/unsaved.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { JsonEditor } from '#ui/json-editor/json-editor.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { PageTexts } from '../../contract/edit.ts';
import { languageEndpoints } from '../../contract/endpoints.ts';
import { fitsAsIcu } from '../../rules/fitting-text.ts';
import { replacementsOf } from '../../rules/merge-pack.ts';
import { packState, readPack } from '../../rules/read-pack.ts';
import { LANGUAGES_KEY } from './language-queries.ts';
import { LengthMark } from './length-mark.tsx';

const SHOWN = ['all', 'own', 'open'] as const;
type Shown = (typeof SHOWN)[number];
type Key = PageTexts['keys'][number];

const asJson = (texts: Readonly<Record<string, string>>): string => JSON.stringify(texts, null, 2);
const shownText = ({ builtIn, english }: Key): string => builtIn ?? english;

/** The texts are kept as JSON while they are written, so that both looks show the same. */
export function PackEditor({ page, isUnsaved }: { page: PageTexts; isUnsaved: RefObject<boolean> }) {
  const { t } = useTranslation('languages');
  const { language, pageKey } = page;
  const queryClient = useQueryClient();
  const [json, setJson] = useState(() => asJson(page.texts));
  const [saved, setSaved] = useState(json);
  const [look, setLook] = useState<'side' | 'json'>('side');
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // its code is there since the first screen, and no page brings it along
    void import('../packs/index.ts').then((packs) => setShown(packs.isTried(language, pageKey)));
  }, [language, pageKey]);
  const place = useRef<HTMLDivElement>(null);
  useUnsavedMark(json !== saved, place, () => show(saved));
  useEffect(() => {
    isUnsaved.current = json !== saved;
    return () => {
      isUnsaved.current = false;
    };
  }, [isUnsaved, json, saved]);
  const read = readPack(json);
  const texts = 'texts' in read ? read.texts : undefined;
  const builtIn = new Map(page.keys.map((key) => [key.key, shownText(key)]));
  const state = texts && packState(texts, builtIn, fitsAsIcu);
  const tryTexts = async (given: string | undefined): Promise<void> => {
    const packs = await import('../packs/index.ts');
    await packs.tryTexts(language, pageKey, given === undefined ? undefined : replacementsOf(given));
  };
  const show = (next: string, isOn = isShown): void => {
    setJson(next);
    if (isOn) void tryTexts(next);
  };
  const tryOut = (isOn: boolean): void => {
    setShown(isOn);
    void tryTexts(isOn ? json : undefined);
  };
  const store = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(languageEndpoints.savePack, { language, pageKey, pageLanguage: json });
      setSaved(json);
      toast.success(t('packs.saved', { page: pageKey }));
      await queryClient.invalidateQueries({ queryKey: LANGUAGES_KEY });
    } catch {
      // why not stands in the notice; what was written stays
    } finally {
      setBusy(false);
    }
  };
  return (
    <div ref={place}>
      <Card
        title={pageKey}
        extra={
          <>
            <Segmented
              label={t('packs.look')}
              value={look}
              options={[
                { value: 'side', label: t('packs.side') },
                { value: 'json', label: t('packs.json') },
              ]}
              // broken JSON has no keys to show beside each other
              onChange={(next) => (next === 'json' || texts) && setLook(next)}
            />
            <Button icon="eye" aria-pressed={isShown} disabled={!texts} onClick={() => tryOut(!isShown)}>
              {t('packs.try')}
            </Button>
            <Button
              kind="primary"
              busy={isBusy}
              disabled={json === saved || !state || state.unfitting.length > 0}
              onClick={() => void store()}
            >
              {t('packs.save')}
            </Button>
          </>
        }
      >
        {isShown && (
          <p className="quiet" role="status">
            {t('packs.tried')} {language !== currentLanguage() && t('packs.triedElsewhere')}
          </p>
        )}
        {state && state.unknown.length > 0 && (
          <p className="quiet">{t('packs.unknown', { keys: state.unknown.join(', ') })}</p>
        )}
        {look === 'json' || !texts ? (
          <JsonEditor
            label={t('packs.pageJson', { page: pageKey })}
            value={json}
            onChange={(next) => show(next)}
            code={`language.pack:${language}:${pageKey}`}
          />
        ) : (
          <SideBySide
            keys={page.keys}
            texts={texts}
            unfitting={new Set(state?.unfitting)}
            onChange={(key, text) => {
              const { [key]: _, ...others } = texts;
              show(asJson(text === '' ? others : { ...texts, [key]: text }));
            }}
          />
        )}
      </Card>
    </div>
  );
}

interface SideBySideProps {
  keys: readonly Key[];
  texts: Readonly<Record<string, string>>;
  unfitting: ReadonlySet<string>;
  onChange: (key: string, text: string) => void;
}

function SideBySide({ keys, texts, unfitting, onChange }: SideBySideProps) {
  const { t } = useTranslation('languages');
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const wanted = search.trim().toLowerCase();
  const isShown: Record<Shown, (key: Key) => boolean> = {
    all: () => true,
    own: ({ key }) => texts[key] !== undefined,
    open: ({ key, builtIn }) => texts[key] === undefined && builtIn === null,
  };
  const found = keys
    .filter(isShown[shown])
    .filter((key) => `${key.key}\n${shownText(key)}\n${texts[key.key] ?? ''}`.toLowerCase().includes(wanted));
  return (
    <>
      <div className="languages-filter">
        <input
          type="search"
          aria-label={t('packs.search')}
          placeholder={t('packs.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Segmented
          label={t('packs.shown')}
          value={shown}
          options={SHOWN.map((value) => ({ value, label: t(`packs.${value}`) }))}
          onChange={setShown}
        />
      </div>
      {found.length === 0 && <Empty icon="search" title={t('packs.none')} />}
      <ul className="languages-texts">
        {found.map((key) => (
          <li key={key.key}>
            <div>
              <code>{key.key}</code>
              <p>{shownText(key)}</p>
              {key.builtIn !== null && key.builtIn !== key.english && <p className="quiet">{key.english}</p>}
            </div>
            <div>
              <textarea
                rows={2}
                maxLength={2_000}
                aria-label={t('packs.label', { key: key.key })}
                aria-invalid={unfitting.has(key.key) || undefined}
                value={texts[key.key] ?? ''}
                onChange={(event) => onChange(key.key, event.target.value)}
              />
              <LengthMark text={texts[key.key] ?? ''} builtIn={shownText(key)} />
              {unfitting.has(key.key) && <p className="field-fault">{t('packs.unfitting')}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
