import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { GrantSource } from './grant-source.ts';

interface RuleChoiceProps {
  source: GrantSource;
  permissionId: string;
  name: string;
  /** The right itself is given: rules go with it. */
  isHeld: boolean;
  /** Why the reader may not change them. */
  reason: string | undefined;
  onClose: () => void;
}

/** Which data rules of a page hold for a role or a department. */
export function RuleChoice({ source, permissionId, name, isHeld, reason, onClose }: RuleChoiceProps) {
  const { t } = useTranslation('grants');
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [isBusy, setBusy] = useState(false);
  const queryKey = [...source.key, 'rules', permissionId];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => source.rules(permissionId, signal) });
  const now = chosen ?? new Set((query.data?.drChecked ?? '').split(','));
  const why = reason ?? (isHeld ? undefined : t('rules.giveFirst'));
  const save = async () => {
    setBusy(true);
    try {
      await source.saveRules(permissionId, [...now].filter(Boolean).join(','));
      await queryClient.invalidateQueries({ queryKey });
      toast.success(t('rules.saved', { name }));
      onClose();
    } catch (error) {
      toast.error({ title: t('notSaved'), description: error instanceof Error ? error.message : '' });
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('rules.of', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" busy={isBusy} reason={why} disabled={chosen === undefined} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <p className="quiet">{why ?? t('rules.hint')}</p>
      <Loaded query={query} skeleton={<SkeletonLines lines={3} />}>
        {({ datarule }) => (
          <ul className="grant-rules">
            {datarule.map((rule) => (
              <li key={rule.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={now.has(rule.id)}
                    disabled={why !== undefined}
                    onChange={(event) => {
                      const next = new Set(now);
                      if (event.target.checked) next.add(rule.id);
                      else next.delete(rule.id);
                      setChosen(next);
                    }}
                  />
                  <span>
                    {rule.ruleName}
                    {rule.status === '0' && ` · ${t('rules.off')}`}
                    <small>{`${rule.ruleColumn} ${rule.ruleConditions} ${rule.ruleValue}`}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}
