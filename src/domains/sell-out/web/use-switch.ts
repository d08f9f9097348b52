import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { type Confirmation, confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type SwitchGoodsRequest, switchGoodsEndpoints } from '../contract/endpoints.ts';
import { BOARD_KEY } from './use-board.ts';

export const switchGoodsCall = switchGoodsEndpoints.switchGoods;

/** More than so many pairs at once are typed in (ux-guide 8). */
const TYPED_ABOVE = 20;

export interface Switching extends SwitchGoodsRequest {
  /** The drinks and the robots in words. */
  readonly goods: string;
  readonly robots: string;
  /** What it stays sold out for although it is offered. */
  readonly missing?: string;
}

/** The question before a switch: what it means for customers. */
export function useSwitchQuestion(): (switching: Switching) => Confirmation {
  const { t } = useTranslation('sell-out');
  return ({ goods, robots, missing, robotIds, goodsIds, offered }) => {
    const pairs = robotIds.length * goodsIds.length;
    const stays = missing ? t('switch.stillMissing', { materials: missing }) : t('switch.onBody');
    return {
      title: t(offered ? 'switch.onTitle' : 'switch.offTitle', { goods, robots }),
      body: offered ? stays : t('switch.offBody'),
      verb: t(offered ? 'switch.on' : 'switch.off'),
      danger: !offered,
      ...(pairs > TYPED_ABOVE && { typeToConfirm: String(pairs) }),
    };
  };
}

/** Asks, switches, and says so; a refusal is told by the call itself. */
export function useSwitch(): (switching: Switching) => Promise<void> {
  const { t } = useTranslation('sell-out');
  const questionOf = useSwitchQuestion();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (request: SwitchGoodsRequest) => call(switchGoodsCall, request),
    onSettled: () => queryClient.invalidateQueries({ queryKey: BOARD_KEY }),
  });
  return async (switching) => {
    if (!(await confirm(questionOf(switching)))) return;
    const { goods, robots, missing: _, ...request } = switching;
    const answer = await mutateAsync(request).catch(() => undefined);
    if (answer) toast.success(t(request.offered ? 'switch.onDone' : 'switch.offDone', { goods, robots }));
  };
}
