import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInAppLink } from '#contract/links.ts';

describe('the link of a button', () => {
  it.each([
    ['/requisitions?requisition=req_a1', 'requisition', 'req_a1'],
    ['/requisitions/req_a1', 'requisition', 'req_a1'],
    ['/Requisition/?id=req_a1&tab=results', 'requisition', 'req_a1'],
    ['/forms?form_id=form_a1#top', 'form', 'form_a1'],
    ['/forms/form_a1?form=form_a1', 'form', 'form_a1'],
    ['/notifications?notification=notf%5Fa1', 'notification', 'notf_a1'],
  ])('%s leads to a record', (link, kind, id) => {
    expect(parseInAppLink(link)).toEqual({ leadsTo: 'record', kind, id });
  });

  it('leads to a patient, an appointment or a message', () => {
    expect(parseInAppLink('/patients?patient=user_a1')).toEqual({ leadsTo: 'patient', id: 'user_a1' });
    expect(parseInAppLink('/calendar?appointment=appt_a1')).toEqual({
      leadsTo: 'object',
      object: 'appointment',
      id: 'appt_a1',
    });
    expect(parseInAppLink('/messages?message=mesg_a1')).toEqual({
      leadsTo: 'object',
      object: 'message',
      id: 'mesg_a1',
    });
  });

  it.each([
    '/',
    '/prescriptions?prescription=rxpn_a1',
    '/requisitions',
    '/requisitions?requisition=',
    '/requisitions?requisition=form_a1',
    '/requisitions?requisition=req_a1&requisition=req_a2',
    '/requisitions/req_a1/req_a2',
    '/calendar?appointment=..%2F..',
    '/__proto__?id=req_a1',
    '/constructor?constructor=req_a1',
  ])('%s is a path without a screen here', (link) => {
    expect(parseInAppLink(link)).toEqual({ leadsTo: 'unknown', path: link });
  });

  it.each([
    ['https://evil.example.org/requisitions?requisition=req_a1', 'elsewhere'],
    ['//evil.example.org/requisitions?requisition=req_a1', 'elsewhere'],
    ['javascript:alert(1)', 'elsewhere'],
    ['data:text/html,x', 'elsewhere'],
    ['requisitions?requisition=req_a1', 'no-path'],
    ['?requisition=req_a1', 'no-path'],
    [String.raw`/\evil.example.org`, 'characters'],
    ['/requisitions?requisition=req_a1\n', 'characters'],
    [' /requisitions', 'characters'],
    ['/requisitions?requisition=req_\u202Ea1', 'characters'],
    ['/requisitions?requisition=%', 'characters'],
    ['/requisitions?requisition=req_a1%00', 'characters'],
    ['/%5C%5Cevil.example.org', 'characters'],
    [`/requisitions?requisition=req_${'a'.repeat(3_000)}`, 'too-long'],
  ])('%j is shown as text only', (link, why) => {
    expect(parseInAppLink(link)).toEqual({ leadsTo: 'odd', why });
  });

  it('that is missing leads nowhere', () => {
    expect(parseInAppLink('')).toEqual({ leadsTo: 'nothing' });
  });

  it('never throws, and only a path without scheme or host leads to anything', () => {
    const pieces = fc.constantFrom(
      '/',
      '//',
      'requisitions',
      '?',
      '&',
      '=',
      'req_a1',
      '%',
      '%2f',
      ':',
      'https',
      '#',
      '\\',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (link) => {
          const { leadsTo } = parseInAppLink(link);
          const isPath = link.startsWith('/') && !link.startsWith('//');
          expect(isPath || leadsTo === 'odd' || leadsTo === 'nothing').toBe(true);
        },
      ),
    );
  });
});
