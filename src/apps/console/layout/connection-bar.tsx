import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection, onConnection } from '#platform/http/web/connection.ts';
import { useLiveState } from '#platform/live/web/live.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { isNewVersion, onNewVersion } from '../shell/new-version.ts';

/** One thin bar for whatever keeps the pages from being fresh: no network, no server, no live stream, or an older build (ux-guide 2, 7, 9). */
export function ConnectionBar() {
  const { t } = useTranslation('console');
  const reach = useSyncExternalStore(onConnection, connection);
  const live = useLiveState();
  const isOld = useSyncExternalStore(onNewVersion, isNewVersion);
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
      {isOld && (
        <div className="connection-news">
          <Icon name="refresh" />
          {t('code.new')}
          <Button kind="link" onClick={() => location.reload()}>
            {t('code.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
