import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import type { CommandBatch } from '#domains/devices/contract/command-batch.ts';
import type { RobotMode } from '#domains/devices/contract/robot-status.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { Text } from '#platform/http/contract/fields.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { deviceEndpoints } from '../contract/endpoints.ts';
import { useRobotChange } from './robot-queries.ts';

const Reason = z.strictObject({ reason: Text(200, 1) });

interface BulkMaintainProps {
  selection: Selection;
  onStarted: (batch: CommandBatch) => void;
}

/** Maintenance for all selected robots: one reason, one batch. */
export function BulkMaintain({ selection, onStarted }: BulkMaintainProps) {
  const { t } = useTranslation('transfers');
  const [asked, setAsked] = useState<RobotMode>();
  const start = useRobotChange(deviceEndpoints.startBatch);
  const count = selection.kind === 'ids' ? selection.ids.length : selection.count;
  if (!useCan(deviceEndpoints.startBatch)) return null;
  return (
    <>
      <Button small onClick={() => setAsked('maintain')}>
        {t('batch.maintain')}
      </Button>
      <Button small onClick={() => setAsked('normal')}>
        {t('batch.normal')}
      </Button>
      {asked && (
        <FormDialog
          namespace="devices"
          title={t('batch.ask', { status: asked, count })}
          schema={Reason}
          initialValues={{}}
          intro={<p className="quiet">{t('batch.explain')}</p>}
          verb={t('batch.verb', { status: asked, count })}
          onSubmit={({ reason }, { idempotencyKey }) =>
            start.mutateAsync({ request: { status: asked, reason, ...robotsOf(selection) }, idempotencyKey })
          }
          onSaved={(batch) => onStarted(batch as CommandBatch)}
          onClose={() => setAsked(undefined)}
        >
          <TextAreaField name="reason" maxLength={200} rows={2} />
        </FormDialog>
      )}
    </>
  );
}

type Robots = Pick<Extract<RequestInput<typeof deviceEndpoints.startBatch>, { imeis: unknown }>, 'imeis'>;
type Matching = Pick<
  Extract<RequestInput<typeof deviceEndpoints.startBatch>, { matching: unknown }>,
  'matching' | 'expected'
>;

/** All that match are sent as the filters, with the number that the reader was shown. */
function robotsOf(selection: Selection): Robots | Matching {
  if (selection.kind === 'ids') return { imeis: [...selection.ids] };
  const { pageNo: _, pageSize: __, column: ___, order: ____, ...matching } = selection.request;
  return { matching, expected: selection.count };
}
