import { describe, expect, it } from 'vitest';
import { formStanding, restrictions, standingOf } from '#renderer/features/forms/model.ts';
import { aboutWord, headline } from '#renderer/features/notifications/model.ts';
import { zoneChoices } from '#renderer/features/settings/model.ts';
import { hasFilter, whyEmpty } from '#renderer/records/list-model.ts';
import { aForm, aHealth, aKindHealth } from '../support/builders.ts';

describe('a form', () => {
  it('is unpublished until it has a published version, changes or not', () => {
    expect(formStanding({ published: false, hasUnpublishedChanges: true })).toBe('never');
    expect(standingOf(aForm({ publishedVersion: '' }))).toBe('never');
  });

  it('that is published says whether it was edited since', () => {
    expect(standingOf(aForm())).toBe('published');
    expect(standingOf(aForm({ hasUnpublishedChanges: true }))).toBe('pending');
  });

  it('shows only the restrictions that hold somebody', () => {
    const usableBy = { ...aForm().usableBy, usableByAll: false, individuals: ['user_1'] };
    expect(restrictions(usableBy)).toEqual([{ set: 'individuals', ids: ['user_1'] }]);
  });
});

describe('a notification', () => {
  it('is called by its title, else by the first line of its text', () => {
    expect(headline({ title: 'Title', text: 'Text' })).toBe('Title');
    expect(headline({ title: ' ', text: ' First\nsecond' })).toBe('First');
    expect(headline({ title: '', text: '' })).toBe('');
  });

  it('says in words what it is about, also for kinds nobody has heard of', () => {
    expect(aboutWord('refill_request')).toBe('Refill request');
    expect(aboutWord('')).toBe('');
  });
});

describe('an empty list', () => {
  const first = aHealth({
    kinds: [aKindHealth({ kind: 'requisition', state: 'running', lastSuccessAt: null })],
  });
  const never = aHealth({
    connection: 'offline',
    kinds: [aKindHealth({ kind: 'requisition', state: 'failed', lastSuccessAt: null })],
  });

  it('is empty for the search before anything else', () => {
    expect(whyEmpty({ search: 'x' }, first, 'requisition')).toBe('no-match');
    expect(hasFilter({ search: '', type: undefined })).toBe(false);
    expect(hasFilter({ shareWithPatient: false })).toBe(true);
  });

  it('says when the first records are on their way, or cannot come', () => {
    expect(whyEmpty({}, first, 'requisition')).toBe('first-sync');
    expect(whyEmpty({}, never, 'requisition')).toBe('offline');
    expect(whyEmpty({}, { ...never, connection: 'online' }, 'requisition')).toBe('never');
  });

  it('is truly empty after a complete sync', () => {
    expect(whyEmpty({}, aHealth(), 'requisition')).toBe('none');
  });
});

describe('the time zones to choose from', () => {
  it('start with the system, and hold each zone once', () => {
    const ids = zoneChoices('System').map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(['system', 'UTC']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('Europe/Berlin');
  });
});
