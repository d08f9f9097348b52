import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { type ChangeResults, fleetEndpoints, SharedSettings } from '#domains/fleet/contract/endpoints.ts';
import { APP_LAYOUTS, REPORT_TYPES } from '#domains/robots/contract/robot-status.ts';
import { SpotField, useRobotChange } from '#domains/robots/web/pieces/index.ts';
import { Id } from '#platform/http/contract/fields.ts';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { MenuButton } from '#ui/menu/menu.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';

const Placing = z.strictObject({ spotId: Id });
const Settings = SharedSettings.extend({ canOrderInApp: z.enum(['yes', 'no']).optional() });

interface BulkChangesProps {
  selection: Selection;
  /** With the robots that were refused, which stay selected. */
  onDone: (failed: readonly string[]) => void;
}

/** What is written for all selected robots at once: their spot, and settings that many share. */
export function BulkChanges({ selection, onDone }: BulkChangesProps) {
  const { t } = useTranslation(['fleet', 'robots']);
  const may = useMay();
  const [asked, setAsked] = useState<'bind' | 'settings'>();
  const [answer, setAnswer] = useState<ChangeResults>();
  const bind = useRobotChange(fleetEndpoints.bindMany);
  const change = useRobotChange(fleetEndpoints.changeSettings);
  const count = selection.kind === 'ids' ? selection.ids.length : selection.count;
  const chosen = robotsOf(selection);
  const note = (said: unknown) => {
    const results = said as ChangeResults;
    const failed = results.results.filter(({ done }) => !done);
    if (failed.length > 0) setAnswer(results);
    else {
      toast.success(t('bulk.done', { count: results.results.length }));
      onDone([]);
    }
  };
  const entries = [
    ...(may(fleetEndpoints.bindMany) ? [{ key: 'bind', label: t('bulk.bind'), onSelect: () => setAsked('bind') }] : []),
    ...(may(fleetEndpoints.changeSettings)
      ? [{ key: 'settings', label: t('bulk.settings'), onSelect: () => setAsked('settings') }]
      : []),
  ];
  if (entries.length === 0) return null;
  const close = () => setAsked(undefined);
  return (
    <>
      <MenuButton small label={t('bulk.change')} align="start" entries={entries} />
      {asked === 'bind' && (
        <FormDialog
          namespace="robots"
          title={t('bulk.bindTitle', { count })}
          schema={Placing}
          initialValues={{}}
          verb={t('bulk.bind')}
          onSubmit={({ spotId }, { idempotencyKey }) =>
            bind.mutateAsync({ request: { ...chosen, spotId }, idempotencyKey })
          }
          onSaved={note}
          onClose={close}
        >
          <SpotField name="spotId" />
        </FormDialog>
      )}
      {asked === 'settings' && (
        <FormDialog
          namespace="robots"
          title={t('bulk.settingsTitle', { count })}
          schema={Settings}
          initialValues={{}}
          intro={<p className="quiet">{t('bulk.settingsHint')}</p>}
          verb={t('bulk.apply')}
          onSubmit={({ canOrderInApp, ...settings }, { idempotencyKey }) =>
            change.mutateAsync({
              request: {
                ...chosen,
                settings: { ...settings, ...(canOrderInApp && { canOrderInApp: canOrderInApp === 'yes' }) },
              },
              idempotencyKey,
            })
          }
          onSaved={note}
          onClose={close}
        >
          <NumberField name="reportIntervalSeconds" />
          <SelectField
            name="reportType"
            options={REPORT_TYPES.map((value) => ({ value, label: t(`robots:reportType.${value}`) }))}
          />
          <SelectField
            name="canOrderInApp"
            options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`bulk.${value}`) }))}
          />
          <SelectField
            name="appLayout"
            options={APP_LAYOUTS.map((value) => ({ value, label: t(`robots:appLayout.${value}`) }))}
          />
        </FormDialog>
      )}
      {answer && (
        <Results
          answer={answer}
          onClose={() => {
            setAnswer(undefined);
            onDone(answer.results.flatMap(({ imei, done }) => (done ? [] : [imei])));
          }}
        />
      )}
    </>
  );
}

function Results({ answer, onClose }: { answer: ChangeResults; onClose: () => void }) {
  const { t } = useTranslation('fleet');
  const { results } = answer;
  const failed = results.filter(({ done }) => !done);
  return (
    <Dialog
      title={t('bulk.partly', { failed: failed.length, total: results.length })}
      width={560}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('bulk.close')}
        </Button>
      }
    >
      <ScrollBox label={t('bulk.results')}>
        <table className="plain-table">
          <tbody>
            {[...failed, ...results.filter(({ done }) => done)].map((one) => (
              <tr key={one.imei}>
                <td>
                  {one.name}
                  <div className="quiet">{one.imei}</div>
                </td>
                <td>
                  <Tag tone={one.done ? 'success' : 'danger'}>{t(one.done ? 'bulk.ok' : 'bulk.refused')}</Tag>
                  {one.message && <div className="quiet">{one.message}</div>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Dialog>
  );
}

/** All that match are sent as the filters, with the number that the reader was shown. */
function robotsOf(selection: Selection) {
  if (selection.kind === 'ids') return { imeis: [...selection.ids] };
  const { pageNo: _, pageSize: __, column: ___, order: ____, ...matching } = selection.request;
  return { matching, expected: selection.count };
}
