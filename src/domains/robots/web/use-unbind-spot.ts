import { useTranslation } from 'react-i18next';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { robotEndpoints } from '../contract/endpoints.ts';
import { useRobotChange } from './robot-queries.ts';

/** Takes a robot off its spot, after a question; "Undo" binds it there again unless somebody moved it meanwhile. */
export function useUnbindSpot() {
  const { t } = useTranslation('robots');
  const bind = useRobotChange(robotEndpoints.bindServiceSpots);
  return async ({ id, name, spotId, spotName }: Pick<Robot, 'id' | 'name' | 'spotId' | 'spotName'>): Promise<void> => {
    const move = (from: string | null, to: string | null): Promise<unknown> =>
      bind.mutateAsync({
        request: { robotIds: [id], spotId: to, from },
        idempotencyKey: crypto.randomUUID(),
      });
    const agreed = await confirm({
      title: t('unbind.title', { name }),
      body: t('unbind.body', { spot: spotName ?? '' }),
      verb: t('unbind.button'),
      danger: true,
    });
    if (!agreed) return;
    await move(spotId, null).then(
      // the call itself shows a failure
      () => toast.success(t('unbind.done'), { undo: () => move(null, spotId).catch(() => undefined) }),
      () => undefined,
    );
  };
}
