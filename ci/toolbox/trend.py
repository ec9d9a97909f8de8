"""Whether a series of measurements grows: the growth over its second half, by the median of slopes."""

from collections import namedtuple

# Growth over the second half, what is allowed, the median of the second half, the number of points.
Trend = namedtuple("Trend", "growth allowed median points")

# More points than this are thinned out; every pair of points is looked at.
MOST_POINTS = 400


def median(values):
    """The median of a list that is not empty."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def slope(points):
    """The median of the slopes between all pairs of (time, value): a few outliers don't move it."""
    slopes = [(later[1] - earlier[1]) / (later[0] - earlier[0])
              for index, earlier in enumerate(points) for later in points[index + 1:]
              if later[0] > earlier[0]]
    return median(slopes) if slopes else 0.0


def of(points, allowed, share):
    """The trend of (time, value) in the second half of the time; None if there are too few points.

    Growth is the slope times the length of the second half. It is allowed up to `allowed`, or up to
    `share` of the median where that is more.
    """
    if not points:
        return None
    begin, end = points[0][0], points[-1][0]
    second = [point for point in points if point[0] >= (begin + end) / 2]
    if len(second) < 4:
        return None
    step = -(-len(second) // MOST_POINTS)
    thinned = second[::step]
    middle = median([value for _, value in second])
    growth = slope(thinned) * (second[-1][0] - second[0][0])
    return Trend(growth, max(allowed, share * middle), middle, len(second))
