import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { type MapPlace, type MapTiles, openPlaceMap, type PlaceMap, type PlaceMapOptions } from './place-map.ts';
import './place-map.css';

export interface PlaceMapBoxProps<Place extends MapPlace>
  extends Pick<PlaceMapOptions<Place>, 'words' | 'tones' | 'onView' | 'onChosen'> {
  /** Spoken name. */
  label: string;
  places: readonly Place[];
  tiles: MapTiles | null;
  /** For a list beside it, that shows where a place is. */
  map: RefObject<PlaceMap<Place> | undefined>;
}

/** A map of places with its buttons: one for as long as it is there; what it shows changes in it. */
export function PlaceMapBox<Place extends MapPlace>(props: PlaceMapBoxProps<Place>) {
  const { label, places, tiles, map } = props;
  const { t } = useTranslation('ui');
  const host = useRef<HTMLDivElement>(null);
  const now = useRef(props);
  now.current = props;
  const tileUrl = tiles?.url;
  const attribution = tiles?.attribution ?? '';
  useEffect(() => {
    if (!host.current) return;
    const opened = openPlaceMap<Place>(host.current, {
      tiles: tileUrl === undefined ? null : { url: tileUrl, attribution },
      tones: now.current.tones,
      onView: (seen) => now.current.onView(seen),
      onChosen: (place) => now.current.onChosen(place),
      words: {
        place: (place) => now.current.words.place(place),
        cluster: (...of) => now.current.words.cluster(...of),
      },
    });
    map.current = opened;
    return () => {
      map.current = undefined;
      opened.close();
    };
  }, [map, tileUrl, attribution]);
  useEffect(() => map.current?.show(places), [map, places]);
  return (
    <section className="map-box" aria-label={label}>
      <div ref={host} className="map-host" />
      <div className="map-buttons">
        <MapButton label={t('map.zoomIn')} onClick={() => map.current?.zoom(1)}>
          +
        </MapButton>
        <MapButton label={t('map.zoomOut')} onClick={() => map.current?.zoom(-1)}>
          −
        </MapButton>
        <IconButton icon="expand" kind="default" label={t('map.fit')} onClick={() => map.current?.fit()} />
      </div>
      {attribution && <p className="map-attribution">{t('map.attribution', { text: attribution })}</p>}
    </section>
  );
}

function MapButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <button type="button" className="button icon-button map-zoom" aria-label={label} data-tip={label} onClick={onClick}>
      {children}
    </button>
  );
}
