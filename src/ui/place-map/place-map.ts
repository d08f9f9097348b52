import {
  canvas,
  divIcon,
  geoJSON,
  type LatLngBoundsExpression,
  type Layer,
  type Map as LeafletMap,
  layerGroup,
  map as makeMap,
  marker,
  tileLayer,
} from 'leaflet';
import Supercluster from 'supercluster';
import type { Tone } from '../tag/tag.tsx';
import { standApart } from './apart.ts';
import { readOutlines } from './outlines.ts';
import 'leaflet/dist/leaflet.css';

/** From here on the finer outlines are worth their bytes. */
const FINE_FROM_ZOOM = 4;
const MOST_ZOOM = 17;
/** How near the map comes by itself: outlines alone say nothing of the inside of a city. */
const NEAREST_FIT = { streets: 12, outlines: 8 };
const CLUSTER_RADIUS = 56;

interface Sums {
  counts: readonly number[];
}

/** A place, and what stands there by how it is: the worst first. */
export interface MapPlace {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly counts: readonly number[];
}

export interface MapWords<Place> {
  cluster(places: number, counts: readonly number[]): string;
  place(place: Place): string;
}

/** A server of pictures of streets, where the installation names one. */
export interface MapTiles {
  readonly url: string;
  readonly attribution: string;
}

export interface PlaceMapOptions<Place> {
  readonly words: MapWords<Place>;
  /** Of each of the counts. */
  readonly tones: readonly Tone[];
  readonly onView: (places: readonly Place[]) => void;
  readonly onChosen: (place: Place) => void;
  readonly tiles: MapTiles | null;
}

export interface PlaceMap<Place> {
  show(places: readonly Place[]): void;
  zoom(by: 1 | -1): void;
  fit(): void;
  reveal(place: Place): void;
  close(): void;
}

/** The map itself: outlines on one canvas, and a marker for each cluster or place in sight, however many places there are. */
export function openPlaceMap<Place extends MapPlace>(
  host: HTMLElement,
  options: PlaceMapOptions<Place>,
): PlaceMap<Place> {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const calm = { zoomAnimation: !reduced, fadeAnimation: false, markerZoomAnimation: !reduced };
  const map = makeMap(host, {
    ...{ zoomControl: false, attributionControl: false, worldCopyJump: true, preferCanvas: true, minZoom: 2 },
    ...{ maxZoom: MOST_ZOOM, ...calm },
  }).setView([30, 10], 2);
  if (options.tiles) tileLayer(options.tiles.url, { maxZoom: MOST_ZOOM }).addTo(map);
  const stopOutlines = drawOutlines(map, host, options.tiles !== null);
  const markers = layerGroup().addTo(map);
  let all: readonly Place[] = [];
  let index = indexOf(all);
  let hasView = false;

  const bounds = (): LatLngBoundsExpression => all.map(({ latitude, longitude }) => [latitude, longitude]);
  const showAll = (): void => {
    const maxZoom = options.tiles ? NEAREST_FIT.streets : NEAREST_FIT.outlines;
    if (all.length > 0) map.fitBounds(bounds(), { padding: [48, 48], maxZoom, animate: hasView && !reduced });
  };
  const draw = (): void => {
    const view = map.getBounds().pad(0.1);
    const box: [number, number, number, number] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()];
    const focused = (document.activeElement as HTMLElement | null)?.dataset['place'];
    markers.clearLayers();
    for (const found of standApart(index.getClusters(box, Math.round(map.getZoom())).map(toMark), grown))
      markers.addLayer(markerOf(found));
    if (focused !== undefined) host.querySelector<HTMLElement>(`[data-place="${CSS.escape(focused)}"]`)?.focus();
    const inSight = map.getBounds();
    options.onView(all.filter(({ latitude, longitude }) => inSight.contains([latitude, longitude])));
  };

  function toMark(found: ReturnType<typeof index.getClusters>[number]): PlaceMark<Place> {
    const [longitude = 0, latitude = 0] = found.geometry.coordinates;
    const isCluster = 'cluster' in found.properties && found.properties.cluster === true;
    const { counts } = found.properties as Sums;
    const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
    const place = isCluster ? undefined : (found.properties as unknown as { place: Place }).place;
    const places = isCluster ? ((found.properties as { point_count?: number }).point_count ?? 0) : 1;
    const id = isCluster ? Number(found.id) : undefined;
    return { x, y, size: sizeOf(counts, places), latitude, longitude, counts, place, places, id, isJoined: false };
  }

  function markerOf(found: PlaceMark<Place>): Layer {
    const { latitude, longitude, counts, place, places, size, id, isJoined } = found;
    const worst = options.tones[counts.findIndex((count) => count > 0)];
    const things = thingsAt({ counts });
    const label = place && places === 1 ? options.words.place(place) : options.words.cluster(places, counts);
    const face = document.createElement('span');
    face.className = `map-mark tone-${worst ?? 'neutral'}${places === 1 ? '' : ' map-cluster'}`;
    face.textContent = String(things);
    const one = marker([latitude, longitude], {
      icon: divIcon({ className: 'map-place', html: face, iconSize: [size, size] }),
      title: label,
    });
    one.on('add', () => {
      const element = one.getElement();
      element?.setAttribute('aria-label', label);
      if (element) element.dataset['place'] = `${latitude},${longitude}`;
    });
    const choose = (): void => {
      if (isJoined && map.getZoom() < MOST_ZOOM) {
        // it stands for its neighbours as well: nearer they have more room
        map.setView([latitude, longitude], map.getZoom() + 1, { animate: !reduced });
        return;
      }
      if (place) options.onChosen(place);
      if (id === undefined) return;
      const [first] = index.getLeaves(id, 1);
      const next = index.getClusterExpansionZoom(id);
      // several at one place stay together however near one looks: the list beside shows them
      if (next > MOST_ZOOM && first) options.onChosen((first.properties as unknown as { place: Place }).place);
      else map.setView([latitude, longitude], Math.min(next, MOST_ZOOM), { animate: !reduced });
    };
    one.on('click', choose);
    one.on('keypress', (event) => {
      const { key } = (event as unknown as { originalEvent: KeyboardEvent }).originalEvent;
      if (key === ' ') choose();
    });
    return one;
  }

  map.on('moveend', draw);
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(host);
  return {
    show: (places) => {
      all = places;
      index = indexOf(places);
      if (!hasView && places.length > 0) showAll();
      hasView ||= places.length > 0;
      draw();
    },
    zoom: (by) => void map.setZoom(map.getZoom() + by),
    fit: showAll,
    reveal: (place) =>
      void map.setView([place.latitude, place.longitude], Math.max(map.getZoom(), 8), { animate: !reduced }),
    close: () => {
      stopOutlines();
      resized.disconnect();
      map.remove();
    },
  };
}

/** How many stand there. */
export const thingsAt = ({ counts }: Pick<MapPlace, 'counts'>): number => counts.reduce((sum, count) => sum + count, 0);

interface PlaceMark<Place> {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly counts: readonly number[];
  readonly places: number;
  /** Of a place that is no cluster. */
  readonly place: Place | undefined;
  /** Of a cluster. */
  readonly id: number | undefined;
  /** Others were too near to stand beside it. */
  readonly isJoined: boolean;
}

const sizeOf = (counts: readonly number[], places: number): number =>
  places > 1 ? Math.min(56, 32 + Math.log2(thingsAt({ counts }) + 1) * 3) : 28;

function grown<Place>(into: PlaceMark<Place>, other: PlaceMark<Place>): PlaceMark<Place> {
  const places = into.places + other.places;
  const counts = into.counts.map((count, at) => count + (other.counts[at] ?? 0));
  return { ...into, places, counts, size: sizeOf(counts, places), isJoined: true };
}

function indexOf<Place extends MapPlace>(
  places: readonly Place[],
): Supercluster<{ place: Place; counts: readonly number[] }, Sums> {
  const index = new Supercluster<{ place: Place; counts: readonly number[] }, Sums>({
    radius: CLUSTER_RADIUS,
    // as wide as a tile of the map, so that the radius is in pixels of the screen
    extent: 256,
    maxZoom: MOST_ZOOM,
    map: ({ counts }) => ({ counts }),
    reduce: (sums, { counts }) => {
      sums.counts = counts.map((count, at) => (sums.counts[at] ?? 0) + count);
    },
  });
  // where most stand is drawn last, above the others
  const points = [...places].sort((a, b) => thingsAt(a) - thingsAt(b));
  return index.load(
    points.map((place) => ({
      type: 'Feature',
      properties: { place, counts: place.counts },
      geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
    })),
  );
}

/** Drawn in the colours of the theme, and once more when it changes or the reader comes nearer. */
function drawOutlines(map: LeafletMap, host: HTMLElement, hasTiles: boolean): () => void {
  const stop = new AbortController();
  const renderer = canvas({ padding: 0.5 });
  let layer: ReturnType<typeof geoJSON> | undefined;
  let detail: 'coarse' | 'fine' | undefined;
  const style = () => {
    const colour = (name: string): string => getComputedStyle(host).getPropertyValue(name).trim();
    const fill = { fillColor: colour('--map-land'), fillOpacity: hasTiles ? 0 : 1 };
    return { color: colour('--map-border'), weight: 1, ...fill };
  };
  const load = async (): Promise<void> => {
    const wanted = map.getZoom() >= FINE_FROM_ZOOM ? 'fine' : 'coarse';
    if (detail === wanted || detail === 'fine') return;
    detail = wanted;
    const outlines = await readOutlines(wanted, stop.signal).catch(() => undefined);
    if (!outlines || stop.signal.aborted || detail !== wanted) return;
    layer?.remove();
    layer = geoJSON(outlines, { style, interactive: false, ...{ renderer } }).addTo(map);
  };
  void load();
  map.on('zoomend', () => void load());
  const themed = new MutationObserver(() => layer?.setStyle(style()));
  themed.observe(document.documentElement, { attributes: true });
  return () => {
    stop.abort();
    themed.disconnect();
  };
}
