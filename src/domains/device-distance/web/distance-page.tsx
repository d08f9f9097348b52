import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { IntField } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { selectedIds } from '#system/records/web/record-page.tsx';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type DeviceDistance, deviceDistances, LARGEST_DISTANCE } from '../contract/device-distances.ts';
import { deviceDistanceEndpoints } from '../contract/endpoints.ts';
import './device-distance.css';

const Metres = z.strictObject({ metres: IntField(0, LARGEST_DISTANCE) });

/** How far from each robot the app asks whether the customer means it. */
export default recordsPage(deviceDistances, {
  icon: 'pin',
  shown: ['name', 'metres', 'spotId', 'imei'],
  widths: { name: 220, metres: 300 },
  live: { kind: 'robot', id: 'id' },
  cells: { metres: (row) => <Distance row={row} /> },
  facts: ['name', 'imei', 'spotId', 'metres', 'tenantMetres'],
  bulkBy: [deviceDistanceEndpoints.update],
  bulkActions: (selection, done) => <SetForMany selection={selection} done={done} />,
});

/** The number, changed where it stands. */
function Distance({ row }: { row: DeviceDistance }) {
  const { t } = useTranslation('device-distance');
  const mayEdit = useCan(deviceDistanceEndpoints.update);
  const [typed, setTyped] = useState<string>();
  const save = useSetDistance();
  const words = row.metres === 0 ? t('off') : t('metres', { metres: row.metres });
  const whose = row.isOwn ? <Tag tone="info">{t('own')}</Tag> : <span className="quiet">{t('tenants')}</span>;
  if (typed === undefined)
    return (
      <span className="distance-cell">
        {mayEdit ? (
          <Button
            kind="link"
            small
            aria-label={t('edit', { name: row.name })}
            onClick={() => setTyped(String(row.metres))}
          >
            {words}
          </Button>
        ) : (
          words
        )}
        {whose}
      </span>
    );
  const metres = /^\d{1,8}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  const isPossible = metres <= LARGEST_DISTANCE;
  const finish = async (value: number | null) => {
    if (value !== null && !isPossible) return;
    if (await save([row.id], value)) setTyped(undefined);
  };
  return (
    <form
      className="distance-cell"
      onSubmit={(event) => {
        event.preventDefault();
        void finish(metres);
      }}
    >
      <span className="field-box distance-box">
        <input
          // biome-ignore lint/a11y/noAutofocus: the reader has just asked for this field
          autoFocus
          inputMode="numeric"
          aria-label={t('edit', { name: row.name })}
          aria-invalid={!isPossible}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped(undefined);
          }}
        />
        <span className="field-unit">m</span>
      </span>
      <Button small kind="primary" type="submit" disabled={!isPossible}>
        {t('save')}
      </Button>
      {row.isOwn && (
        <Button small onClick={() => void finish(null)}>
          {t('reset')}
        </Button>
      )}
    </form>
  );
}

function SetForMany({ selection, done }: { selection: Selection; done: () => void }) {
  const { t } = useTranslation('device-distance');
  const [isOpen, setOpen] = useState(false);
  const save = useSetDistance();
  const count = selection.kind === 'ids' ? selection.ids.length : selection.count;
  const change = async (metres: number | null) => {
    const ids = await selectedIds(deviceDistances as unknown as RecordKind, selection);
    if (await save([...ids], metres)) done();
  };
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {t('many.set')}
      </Button>
      <Button small onClick={() => void change(null)}>
        {t('reset')}
      </Button>
      {isOpen && (
        <FormDialog
          namespace="device-distance"
          title={t('many.title', { count })}
          schema={Metres}
          initialValues={{}}
          intro={<p className="quiet">{t('many.hint')}</p>}
          verb={t('save')}
          onSubmit={({ metres }) => change(metres)}
          onClose={() => setOpen(false)}
        >
          <NumberField name="metres" unit="m" />
        </FormDialog>
      )}
    </>
  );
}

/** Answers whether it was saved; the reader was told why not. */
function useSetDistance() {
  const { t } = useTranslation('device-distance');
  const queryClient = useQueryClient();
  return async (robotIds: string[], metres: number | null): Promise<boolean> => {
    for (let at = 0; at < robotIds.length; at += 500) {
      const part = robotIds.slice(at, at + 500);
      const answer = await call(
        deviceDistanceEndpoints.update,
        { robotIds: part, metres },
        { idempotencyKey: crypto.randomUUID() },
      ).catch(() => undefined);
      if (!answer) return false;
    }
    await queryClient.invalidateQueries({ queryKey: [deviceDistances.namespace] });
    toast.success(t('done', { count: robotIds.length }));
    return true;
  };
}
