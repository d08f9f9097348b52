import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOG_WINDOW_HOURS } from '#domains/devices/rules/log-window.ts';
import { AddLogDownloadRequest, logDownloadEndpoints } from '#domains/log-downloads/contract/endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { DateTimeField } from '#ui/date/date-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { useRobotChange } from './robot-queries.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const Span = AddLogDownloadRequest.omit({ robotId: true });

interface LogDownloadDialogProps {
  robot: Pick<Robot, 'id' | 'name' | 'online'>;
  onClose: () => void;
}

/** Which part of the last three days of a robot's log is wanted (domain 412). */
export default function LogDownloadDialog({ robot, onClose }: LogDownloadDialogProps) {
  const { t } = useTranslation('log-downloads');
  const ask = useRobotChange(logDownloadEndpoints.add);
  const [now] = useState(() => Math.floor((performance.timeOrigin + performance.now()) / MINUTE_MS) * MINUTE_MS);
  const at = (ms: number) => new Date(ms).toISOString();
  // a minute to fill the form in: what was the limit when it was opened is beyond it by then
  const earliest = at(now - LOG_WINDOW_HOURS * HOUR_MS + 2 * MINUTE_MS);
  return (
    <FormDialog
      namespace="log-downloads"
      title={t('dialog.title', { name: robot.name })}
      schema={Span}
      initialValues={{ from: at(now - 24 * HOUR_MS), to: at(now) }}
      intro={<p className="quiet">{t(robot.online ? 'dialog.intro' : 'dialog.offline')}</p>}
      verb={t('dialog.verb')}
      onSubmit={({ from, to }, { idempotencyKey }) =>
        ask.mutateAsync({ request: { robotId: robot.id, from, to }, idempotencyKey })
      }
      onSaved={() => toast.success(t(robot.online ? 'asked.online' : 'asked.offline'))}
      onClose={onClose}
    >
      <DateTimeField name="from" min={earliest} max={at(now)} />
      <DateTimeField name="to" min={earliest} max={at(now + MINUTE_MS)} />
    </FormDialog>
  );
}
