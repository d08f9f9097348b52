import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cabinets } from '#domains/cabinets/contract/cabinet.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { call } from '#platform/http/web/call.ts';
import { DictionarySearchMultiField } from '#system/dictionaries/web/index.ts';
import { DateTimeField } from '#ui/date/date-field.tsx';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { useField, useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { StoredPicture } from '#ui/image-field/stored-picture.tsx';
import { MultiSelect } from '#ui/select/multi-select.tsx';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import { movedPlaces } from '#ui/sortable/sorted-place.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { type Clip, clips } from '../contract/clips.ts';
import { MOST_PLACES } from '../contract/codes.ts';
import { advertEndpoints } from '../contract/endpoints.ts';
import { type Asked, closeAdvertDialog, openAdvertDialog } from './asked.ts';
import { advertKeys } from './keys.ts';

/** Which clips cabinets and kiosks show, in which order and how long; cabinets get their list at once. */
export function SetDialog({ asked }: { asked: Asked & { kind: 'set' } }) {
  const { t } = useTranslation('adverts');
  const queryClient = useQueryClient();
  // what was saved last: the cabinets among it get their lists
  const sent = useRef<readonly string[]>([]);
  return (
    <FormDialog
      namespace="adverts"
      title={t('set.title')}
      schema={advertEndpoints.set.request}
      initialValues={{ clipIds: [...asked.clipIds], mode: 'replace' }}
      verb={t('set.verb')}
      width={640}
      onSubmit={(request, { idempotencyKey }) => {
        sent.current = request.cabinetIds;
        return call(advertEndpoints.set, request, { idempotencyKey, notices: 'none' });
      }}
      onSaved={(answer) => {
        const { places } = answer as { places: number };
        toast.success(t('set.done', { count: places }));
        void queryClient.invalidateQueries({ queryKey: advertKeys.all });
        if (sent.current.length > 0) openAdvertDialog({ kind: 'push', asked: { cabinetIds: [...sent.current] } });
      }}
      onClose={() => closeAdvertDialog(asked)}
    >
      <ClipsField />
      <DictionarySearchMultiField name="cabinetIds" code={cabinets.dictionary} hint={t('hint.cabinetIds')} />
      <DictionarySearchMultiField name="spotIds" code={spots.dictionary} hint={t('hint.spotIds')} />
      <RadioField
        name="mode"
        options={[
          { value: 'replace', label: t('mode.replace') },
          { value: 'add', label: t('mode.add') },
        ]}
      />
      <PeriodFields />
    </FormDialog>
  );
}

export function PeriodFields() {
  const { t } = useTranslation('adverts');
  return (
    <div className="clip-period">
      <DateTimeField name="startsAt" hint={t('hint.startsAt')} />
      <DateTimeField name="endsAt" hint={t('hint.endsAt')} />
    </div>
  );
}

/** Chosen from those that are on, and put in order. */
function ClipsField() {
  const { t } = useTranslation('adverts');
  const { isBusy } = useForm();
  const field = useField({ name: 'clipIds', isChoice: true });
  const { data } = useQuery({
    queryKey: [...advertKeys.all, 'offered'],
    queryFn: ({ signal }) =>
      call(clips.endpoints.page, { status: 1, pageSize: MOST_PLACES }, { signal, notices: 'none' }),
  });
  const offered: readonly Clip[] = data?.records ?? [];
  const ids = Array.isArray(field.value) ? (field.value as string[]) : [];
  const chosen = ids.flatMap((id) => offered.find((clip) => clip.id === id) ?? []);
  return (
    <>
      <FieldFrame field={field}>
        <MultiSelect
          attributes={field.attributes}
          label={field.label}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          values={ids}
          // those that were chosen before keep their order
          onChange={(next) =>
            field.set([...ids.filter((id) => next.includes(id)), ...next.filter((id) => !ids.includes(id))])
          }
        />
      </FieldFrame>
      {chosen.length > 1 && (
        <div className="field">
          <span className="field-label">{t('set.order')}</span>
          <SortableList
            label={t('set.order')}
            items={chosen}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            disabled={isBusy}
            onMove={(from, to) => field.set(movedPlaces(ids.length, from, to).flatMap((place) => ids[place] ?? []))}
          >
            {(clip) => (
              <span className="clip-line">
                <StoredPicture path={clip.file} label="" className="clip-thumb" isLazy />
                <span>{clip.name}</span>
                <span className="quiet">{t('seconds', { count: clip.durationSeconds ?? 0 })}</span>
              </span>
            )}
          </SortableList>
        </div>
      )}
    </>
  );
}
