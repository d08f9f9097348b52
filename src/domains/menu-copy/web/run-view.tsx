import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { Card } from '#ui/card/card.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { COPIED_KINDS, type CopiedKind, type CopyRunDetail, type CopyStep } from '../contract/copy-run.ts';
import { menuCopyEndpoints } from '../contract/endpoints.ts';
import { CountWords } from './count-words.tsx';
import { runState, runStateTags, stepStateTags } from './run-state.ts';

/** A run as it goes on: how far it is, and what became of each record. */
export function RunView({ id, tenantId }: { id: string; tenantId: string }) {
  const query = useQuery({
    queryKey: ['menu-copy', 'run', id],
    queryFn: ({ signal }) => call(menuCopyEndpoints.run, { targetTenantId: tenantId, id }, { signal, notices: 'none' }),
  });
  return (
    <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
      {(run) => <Run run={run} />}
    </Loaded>
  );
}

function Run({ run }: { run: CopyRunDetail }) {
  const { t } = useTranslation('menu-copy');
  const over = run.stepsDone + run.stepsFailed;
  return (
    <>
      <Card
        title={t('run.title', { kind: run.kind, tenant: run.tenantName })}
        extra={<StatusTag of={runStateTags} code={runState(run)} />}
      >
        <p className="quiet menu-copy-by">
          {run.requestedBy} · <Time at={run.createdAt} />
        </p>
        {run.state === 'running' && (
          <div className="menu-copy-progress" role="status">
            <Progress label={t('state.running')} value={over} max={run.steps} />
            {t('run.progress', { over, all: run.steps })}
          </div>
        )}
        {run.state === 'stopped' && (
          <p className="menu-copy-warning">
            <Icon name="warning" />
            <span>{t('run.stopped')}</span>
          </p>
        )}
        <p>
          <CountWords counts={run.counts} />
        </p>
      </Card>
      {run.list.map((step) => (
        <Step key={step.number} step={step} isClean={run.kind === 'clean'} />
      ))}
    </>
  );
}

const isKind = (name: string): name is CopiedKind => (COPIED_KINDS as readonly string[]).includes(name);

function Step({ step, isClean }: { step: CopyStep; isClean: boolean }) {
  const { t } = useTranslation('menu-copy');
  const title = isClean && isKind(step.name) ? t(`kind.${step.name}`) : readersName(step);
  return (
    <Card title={title} extra={<StatusTag of={stepStateTags} code={step.state} />}>
      {step.message !== '' && <p className="field-fault">{step.message}</p>}
      {step.items.length === 0 ? (
        step.state === 'done' && <p className="quiet">{t('run.nothing')}</p>
      ) : (
        <ScrollBox label={title}>
          <table className="plain-table menu-copy-items">
            <thead>
              <tr>
                <th scope="col">{t('preview.kind')}</th>
                <th scope="col">{t('run.item')}</th>
                <th scope="col">{t('run.outcome')}</th>
                <th scope="col">{t('run.note')}</th>
              </tr>
            </thead>
            <tbody>
              {step.items.map((item) => (
                <tr key={`${item.kind} ${item.id ?? ''} ${item.name}`}>
                  <td>{t(`kind.${item.kind}`)}</td>
                  <td>{readersName(item)}</td>
                  <td>{t(`outcome.${item.outcome}`)}</td>
                  <td>{item.notes.map((note) => t(`note.${note}`)).join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}
