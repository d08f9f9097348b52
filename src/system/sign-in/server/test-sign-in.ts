import type { ServerSlice } from '#platform/http/server/slice.ts';
import { passwords } from '#system/passwords/server/index.ts';
import { secondStep } from '#system/second-step/server/index.ts';
import { session } from '#system/session/server/index.ts';
import { verification } from '#system/verification/server/index.ts';
import { signIn } from './index.ts';

/** What a test needs whose people log in and out. */
export const signInSlices: readonly ServerSlice[] = [session, verification, passwords, secondStep, signIn];
