import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/countries-50m.json?url';
import coarse from 'world-atlas/countries-110m.json?url';
import { acrossDateLine } from './across-date-line.ts';

type World = Topology<{ countries: GeometryCollection }>;

/** Outlines of the countries, out of the console's own files. */
export async function readOutlines(detail: 'coarse' | 'fine', signal: AbortSignal): Promise<FeatureCollection> {
  const answer = await fetch(detail === 'fine' ? fine : coarse, { signal });
  const world = (await answer.json()) as World;
  const lands = feature(world, world.objects.countries);
  return { ...lands, features: lands.features.map(acrossDateLine) };
}
