import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection, onConnection } from '#platform/http/web/connection.ts';
import { useLiveState } from '#platform/live/web/live.ts';
import { Icon } from '#ui/icon/icon.tsx';

/** One thin bar for whatever keeps the pages from being fresh: no network, no server, or no live stream (ux-guide 7, 9). */
export function ConnectionBar() {
  const { t } = useTranslation('console');
  const reach = useSyncExternalStore(onConnection, connection);
  const live = useLiveState();
  return (
    // Always there, so that what appears in it is announced.
    <div className="connection-bar" role="status">
      {reach !== 'good' ? (
        <div className="connection-away">
          <Icon name="unplugged" />
          {t(`connection.${reach}`)}
        </div>
      ) : (
        (live === 'lost' || live === 'polling') && <div>{t(`live.${live}`)}</div>
      )}
    </div>
  );
}
