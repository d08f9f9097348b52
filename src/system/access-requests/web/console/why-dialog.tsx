import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { readSession } from '#platform/storage/web/session-stored.ts';
import type { KnownAction } from '#platform/viewer/contract/permission.ts';
import { useWhy, type WhyQuestion } from '#platform/viewer/web/ask-why.ts';
import { KNOWN_ACTIONS_STORED_AS } from '#platform/viewer/web/right-name.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import type { SelectOption } from '#ui/select/options.ts';
import { SearchSelect } from '#ui/select/search-select.tsx';
import type { Search } from '#ui/select/use-debounced-search.ts';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import './why.css';
import { AskRequest, accessRequestEndpoints, type WhyAnswer } from '../../contract/endpoints.ts';

interface WhyDialogProps {
  question: WhyQuestion | 'choose';
  onClose: () => void;
}

/** Which right is missing, which roles have it, who could give it; and asks them for it. */
export default function WhyDialog({ question, onClose }: WhyDialogProps) {
  const { t } = useTranslation('access-requests');
  if (question === 'choose') return <ChooseAction onClose={onClose} />;
  return (
    <Dialog title={t('why.title')} onClose={onClose} width={520} className="why">
      <Answer question={question} onClose={onClose} />
    </Dialog>
  );
}

/** Everything that the reader may not do, by its name. */
function ChooseAction({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('access-requests');
  const held = useSession((session) => session.permissions);
  const missing = useMemo(() => missingActions(held), [held]);
  const search = useMemo<Search<SelectOption>>(
    () => async (text) => missing.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())).slice(0, 20),
    [missing],
  );
  return (
    <Dialog title={t('why.title')} onClose={onClose} width={520} className="why">
      <p>{t('why.choose')}</p>
      <form onSubmit={(event) => event.preventDefault()}>
        <SearchSelect
          label={t('why.what')}
          value=""
          text=""
          search={search}
          delayMs={0}
          onChoose={(option) => option && useWhy.setState({ question: { action: option.value } })}
        />
      </form>
    </Dialog>
  );
}

function missingActions(held: ReadonlySet<string>): SelectOption[] {
  const known = readSession(KNOWN_ACTIONS_STORED_AS);
  if (!Array.isArray(known)) return [];
  return (known as KnownAction[])
    .filter(({ action }) => !held.has(action))
    .map(({ action, describe }) => ({ value: action, label: describe }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

function Answer({ question, onClose }: { question: WhyQuestion; onClose: () => void }) {
  const { t } = useTranslation('access-requests');
  const queryKey = ['access-requests', 'why', question];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(accessRequestEndpoints.why, question, { signal, notices: 'none' }),
  });
  return (
    <Loaded query={query} queryKey={queryKey} skeleton={<Skeleton height={120} />}>
      {(answer) => (
        <>
          <Words answer={answer} />
          {answer.asked && <p role="status">{t('why.asked')}</p>}
          {!answer.held && !answer.asked && answer.giverCount > 0 && <AskButton answer={answer} onAsked={onClose} />}
        </>
      )}
    </Loaded>
  );
}

function Words({ answer }: { answer: WhyAnswer }) {
  const { t } = useTranslation('access-requests');
  const language = useLanguage();
  const { name, held, through, roles, givers, giverCount } = answer;
  if (held)
    return (
      <p>
        {t('why.held', { right: name })}{' '}
        {through.some((one) => one !== '') && t('why.through', { roles: joinWords(through, language) })}
      </p>
    );
  return (
    <>
      <p>{t('why.missing', { right: name })}</p>
      <p>{roles.length === 0 ? t('why.noRole') : t('why.roles', { roles: joinWords(roles, language) })}</p>
      <p>
        {givers.length > 0
          ? t('why.givers', { people: joinWords(givers, language) })
          : t('why.giverCount', { count: giverCount })}
      </p>
    </>
  );
}

function AskButton({ answer, onAsked }: { answer: WhyAnswer; onAsked: () => void }) {
  const { t } = useTranslation('access-requests');
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="primary" onClick={() => setAsking(true)}>
        {t('ask.button')}
      </Button>
      {isAsking && (
        <FormDialog
          namespace="access-requests"
          title={t('ask.title', { right: answer.name })}
          schema={AskRequest}
          initialValues={{ action: answer.action }}
          verb={t('ask.button')}
          onSubmit={(request) => call(accessRequestEndpoints.ask, request, { notices: 'none' })}
          onSaved={() => {
            toast.success(t('ask.done'));
            void queryClient.invalidateQueries({ queryKey: ['access-requests'] });
            onAsked();
          }}
          onClose={() => setAsking(false)}
        >
          <TextAreaField name="reason" />
        </FormDialog>
      )}
    </>
  );
}
