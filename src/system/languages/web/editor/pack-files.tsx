import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { PackFile } from '../../contract/edit.ts';
import { languageEndpoints } from '../../contract/endpoints.ts';
import { LANGUAGES_KEY } from './language-queries.ts';

/** All packs of the language as one file of JSON, out and in. */
export function PackFiles({ language, onImported }: { language: string; onImported: () => void }) {
  const { t } = useTranslation('languages');
  const queryClient = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const save = async (): Promise<void> => {
    const file = await call(languageEndpoints.exportPacks, { language }).catch(() => undefined);
    if (!file) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
    link.download = `texts-${language}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const read = async (file: File): Promise<void> => {
    const packs = await file
      .text()
      .then((text) => PackFile.safeParse(JSON.parse(text)).data)
      .catch(() => undefined);
    if (!packs) return void toast.error({ title: t('packs.wrongFile') });
    if (packs.language !== language)
      return void toast.error({ title: t('packs.otherLanguage', { language: packs.language }) });
    const done = await call(languageEndpoints.importPacks, packs).catch(() => undefined);
    if (!done) return;
    toast.success(t('packs.imported', { ...done }));
    await queryClient.invalidateQueries({ queryKey: LANGUAGES_KEY });
    onImported();
  };
  return (
    <div className="button-group">
      <Button icon="download" onClick={() => void save()}>
        {t('packs.export')}
      </Button>
      <Button icon="upload" onClick={() => picker.current?.click()}>
        {t('packs.import')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={t('packs.import')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
    </div>
  );
}
