import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card } from '#ui/card/card.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { type ChangedRobot, LISTED_ROBOTS } from '../contract/endpoints.ts';
import { EARLIER_UNKNOWN } from '../contract/fleet-changes.ts';
import { robotStateTags } from './change-tags.ts';
import { useValueWords } from './value-words.ts';

/** Each robot with before, after and what became of it; what failed comes first. */
export function ChangedRobots({ robots }: { robots: readonly ChangedRobot[] }) {
  const { t } = useTranslation('fleet-changes');
  const words = useValueWords();
  const said = (values: ChangedRobot['before']) =>
    words(values)
      .map(({ value }) => value)
      .join(' · ');
  return (
    <Card title={t('detail.robots')} flush>
      <ScrollBox label={t('detail.robots')}>
        <table className="plain-table fleet-robots">
          <thead>
            <tr>
              <th scope="col">{t('dry.robot')}</th>
              <th scope="col">{t('dry.stage')}</th>
              <th scope="col">{t('field.state')}</th>
              <th scope="col">{t('dry.before')}</th>
              <th scope="col">{t('dry.after')}</th>
              <th scope="col">{t('detail.message')}</th>
              <th scope="col">{t('detail.when')}</th>
            </tr>
          </thead>
          <tbody>
            {robots.map((robot) => (
              <tr key={robot.imei}>
                <th scope="row">
                  <Link to={`/devices/robots/${robot.imei}`}>{robot.name}</Link>
                </th>
                <td>{t(`stage.${robot.stage}`)}</td>
                <td>
                  <StatusTag of={robotStateTags} code={robot.state} />
                </td>
                <td>{said(robot.before)}</td>
                <td>{said(robot.wanted)}</td>
                <td>{robot.message === EARLIER_UNKNOWN ? t('detail.earlierUnknown') : robot.message || '–'}</td>
                <td>{robot.endedAt ? <Time at={robot.endedAt} /> : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {robots.length === LISTED_ROBOTS && (
        <p className="quiet fleet-more">{t('detail.overviewMore', { count: LISTED_ROBOTS })}</p>
      )}
    </Card>
  );
}
