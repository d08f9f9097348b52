import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DashboardPage, FileButton, useDashboardChoice, useFigures } from '#domains/insights/web/dashboard/index.ts';
import { call } from '#platform/http/web/call.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { rentalStatisticsEndpoints } from '../contract/endpoints.ts';
import { CabinetCard } from './cabinet-card.tsx';
import { HoursCard, UseCard } from './hours-card.tsx';
import { RentalChart } from './rental-chart.tsx';
import { RentalTiles } from './rental-tiles.tsx';

/** Statistics 2 (domain 2): what was lent and came back, what it brought, and how well cabinets are used. */
export default function RentalStatisticsPage() {
  const { t } = useTranslation('rental-statistics');
  const [isPaused, setPaused] = useState(false);
  const chosen = useDashboardChoice('last7');
  const { days, spotId } = chosen.choice;
  const request = { fromDay: days.from, toDay: days.to, ...(spotId ? { spotId } : {}) };
  const query = useFigures(['rentals', 'statistics', request], {
    ...{ live: ['rental', 'cabinet'], everyMs: 10_000, paused: isPaused },
    ask: (signal) => call(rentalStatisticsEndpoints.figures, request, { signal, notices: 'none' }),
  });
  const counted = { fromDay: days.from, toDay: days.to, spotId };
  return (
    <DashboardPage
      title={t('title')}
      chosen={chosen}
      updatedAt={query.dataUpdatedAt}
      isPaused={isPaused}
      onPause={setPaused}
      actions={
        <FileButton
          file={t('kind.file')}
          by={rentalStatisticsEndpoints.export}
          start={(format) => call(rentalStatisticsEndpoints.export, { ...request, format })}
        />
      }
    >
      <div className="dashboard-tiles by-four">
        <RentalTiles source={query} counted={counted} />
      </div>
      <RentalChart source={query} counted={counted} />
      <Loaded query={query} skeleton={<Skeleton height={420} />}>
        {(statistics) => (
          <>
            <HoursCard statistics={statistics} counted={counted} />
            <UseCard statistics={statistics} counted={counted} />
            <CabinetCard statistics={statistics} counted={counted} />
          </>
        )}
      </Loaded>
    </DashboardPage>
  );
}
