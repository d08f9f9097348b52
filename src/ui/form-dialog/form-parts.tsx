import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftHandle } from '#platform/drafts/web/use-draft.ts';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { Time } from '../time/time.tsx';
import { focusField, useFaultText } from './form-context.ts';
import { isSameForm } from './form-state.ts';
import type { FormState } from './use-form-state.ts';

/** While something is typed it is kept; typed back, it is kept no longer. */
export function useKeptValues(draft: DraftHandle, { isDirty, base, handle, draftValues }: FormState): void {
  const wasDirty = useRef(false);
  const follow = useEffectEvent(() => {
    if (isDirty) draft.keep(draftValues());
    else if (wasDirty.current) draft.drop();
    wasDirty.current = isDirty;
  });
  const { values } = handle;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a value is a moment to keep it
  useEffect(() => follow(), [isDirty, values, base]);
}

/** What an earlier opening of this form left unsaved: taken over or thrown away, never silently either. */
export function DraftOffer({ draft, form }: { draft: DraftHandle; form: FormState }) {
  const { t } = useTranslation('ui');
  const [isAnswered, setAnswered] = useState(false);
  const { found } = draft;
  if (!found || isAnswered || isSameForm({ ...form.base, ...found.values }, { ...form.base, ...found.base }))
    return null;
  return (
    <div className="form-draft" role="status">
      <p>
        {t('draft.found')} <Time at={new Date(found.savedAt).toISOString()} />
      </p>
      <Button
        onClick={() => {
          form.restore(found.values, found.base);
          setAnswered(true);
        }}
      >
        {t('draft.use')}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          if (!form.isDirty) draft.drop();
          setAnswered(true);
        }}
      >
        {t('draft.discard')}
      </Button>
    </div>
  );
}

/**
 * What failed as a whole, and links to the fields that want attention once a save was tried. `always`: also for a single
 * field, where the form is longer than the window.
 */
export function FormProblems({ form, always = false }: { form: FormState; always?: boolean }) {
  const { t } = useTranslation('ui');
  const faultText = useFaultText(form.handle.namespace);
  const { failure, wrong, isTried } = form;
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) summary.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (!failure && (!isTried || wrong.length < (always ? 1 : 2))) return null;
  return (
    <div ref={summary} className="form-problems" role={failure ? 'alert' : undefined}>
      <Icon name="warning" size={18} />
      <div>
        <p>{failure ? (failure.message ?? t('form.failed')) : t('form.wrong', { count: wrong.length })}</p>
        {wrong.length > 0 && (
          <ul>
            {wrong.map(({ name, id, label }) => {
              const fault = form.handle.faults[name];
              return (
                <li key={name}>
                  <a
                    href={`#${id}`}
                    onClick={(event) => {
                      event.preventDefault();
                      focusField(id);
                    }}
                  >
                    {label}
                  </a>
                  {fault && ` – ${faultText(fault)}`}
                </li>
              );
            })}
          </ul>
        )}
        {failure?.requestId && <small>{t('requestId', { id: failure.requestId })}</small>}
      </div>
    </div>
  );
}
