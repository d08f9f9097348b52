import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { useLanguages } from '#system/languages/web/listed/index.ts';
import { RecordDialog, type Row, useWords } from '#system/records/web/record-page.tsx';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { type MessageTemplate, templates } from '../contract/templates.ts';
import { MessagePreview } from './message-preview.tsx';
import { TemplateForm } from './template-form.tsx';

export const FORM_WIDTH = 960;
/** More texts than a message has languages. */
const ALL = 200;

/** The texts of one message and channel, a tab for each language: each can be written and edited from here. */
export function TemplateLanguages({ row }: { row: MessageTemplate }) {
  const { t } = useTranslation('message-templates');
  const languages = useLanguages();
  const [chosen, setChosen] = useState(row.language);
  const queryKey = ['message-templates', 'languages', row.code, row.channel, row.version];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        templates.endpoints.page,
        { code: row.code, channel: row.channel, pageSize: ALL },
        { signal, notices: 'none' },
      ),
  });
  const queries = useQueryClient();
  return (
    <Loaded query={query} skeleton={<Skeleton height={160} />}>
      {({ records }) => {
        const texts = new Map(
          records
            // the list finds codes by a part of them
            .filter(({ code }) => code.toLowerCase() === row.code.toLowerCase())
            .map((one) => [one.language, one]),
        );
        return (
          <Tabs
            label={t('languages.label')}
            items={[...new Set([...languages.keys(), ...texts.keys()])].map((tag) => ({
              key: tag,
              label: languages.get(tag) ?? tag,
            }))}
            current={chosen}
            onChange={setChosen}
          >
            <InLanguage
              key={chosen}
              like={row}
              language={chosen}
              text={texts.get(chosen)}
              onSaved={() => void queries.invalidateQueries({ queryKey })}
            />
          </Tabs>
        );
      }}
    </Loaded>
  );
}

interface InLanguageProps {
  /** A text of the same message in another language: a new one begins with what they share. */
  like: MessageTemplate;
  language: string;
  text: MessageTemplate | undefined;
  onSaved: () => void;
}

function InLanguage({ like, language, text, onSaved }: InLanguageProps) {
  const { t } = useTranslation('message-templates');
  const may = useMay();
  const kind = templates as unknown as RecordKind;
  const words = useWords(kind);
  const name = useLanguages().get(language) ?? language;
  const [isOpen, setOpen] = useState(false);
  const { code, channel, testJson, providerTemplate, jumpType, jumpTarget } = like;
  const shared = { code, channel, language, testJson, providerTemplate, jumpType, jumpTarget };
  return (
    <div className="template-fields">
      {text ? <MessagePreview {...text} /> : <p className="quiet">{t('languages.none', { language: name })}</p>}
      {language !== like.language && may(text ? templates.endpoints.edit : templates.endpoints.add) && (
        <div>
          <Button icon={text ? 'edit' : 'plus'} onClick={() => setOpen(true)}>
            {t(text ? 'languages.edit' : 'languages.add', { language: name })}
          </Button>
        </div>
      )}
      {isOpen && (
        <RecordDialog
          kind={kind}
          row={text as Row | undefined}
          words={words}
          form={(props) => <TemplateForm {...props} />}
          width={FORM_WIDTH}
          {...(text ? {} : { given: shared })}
          onSaved={onSaved}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
