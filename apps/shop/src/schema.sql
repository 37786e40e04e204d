create table if not exists baskets (
  id text primary key,
  lines text not null check (json_valid(lines)),
  next_order text not null
) strict;
create table if not exists orders (
  id text primary key,
  basket text not null,
  name text not null,
  note text not null,
  lines text not null check (json_valid(lines)),
  total integer not null check (total > 0),
  way text not null,
  payins integer not null default 1,
  placed_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ')),
  fulfilled_at text
) strict;
create index if not exists orders_by_time on orders (placed_at);
create table if not exists sold (good text primary key, pieces integer not null) strict;
